import { formatWeekdayDate } from '../lib/dates-format'
import type { Day } from '../lib/days'
import type { Rule } from '../lib/field-rules'

export const MAX_SEATS = 500
export const SEATS_RANGE = `Please enter a whole number from 1 to ${MAX_SEATS}`

/** A number of seats per day; null: no limit. */
export const seatsRule: Rule<number | null> = (seats) =>
  seats === null || (Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS) ? undefined : SEATS_RANGE

/** How many seats a month has per day, where days differ, and how many are taken. Numbers only, never who. */
export type Seating = {
  /** Null: no limit, apart from the days that have their own. */
  seats: number | null
  /** By day number, as in day_types. */
  daySeats: Readonly<Record<string, number>>
  taken: Readonly<Record<string, number>>
}

export const NO_SEATING: Seating = { seats: null, daySeats: {}, taken: {} }

/** Whether any day of the month is limited: only then do seats show anywhere. */
export const isLimited = (seating: Seating): boolean =>
  seating.seats !== null || Object.keys(seating.daySeats).length > 0

/** The seats of a day; null where it has no limit. */
export const seatsOn = (seating: Seating, n: number): number | null =>
  seating.daySeats[String(n)] ?? seating.seats

export const takenOn = (seating: Seating, n: number): number => seating.taken[String(n)] ?? 0

/** Never below 0, however far the seats were lowered; null where the day has no limit. */
export function freeSeats(seating: Seating, n: number): number | null {
  const seats = seatsOn(seating, n)
  return seats === null ? null : Math.max(0, seats - takenOn(seating, n))
}

export const isFull = (seating: Seating, n: number): boolean => freeSeats(seating, n) === 0

/** More children than seats: nobody loses a day, but staff should know. */
export function isOverSeats(seating: Seating, n: number): boolean {
  const seats = seatsOn(seating, n)
  return seats !== null && takenOn(seating, n) > seats
}

export const FULL_LABEL = 'Full'
const MOST_TOLD = 5

/** "3 left", from five free seats down; null while there are more, none or no limit. */
export function seatsLeftLabel(free: number | null): string | null {
  return free !== null && free >= 1 && free <= MOST_TOLD ? `${free} left` : null
}

/** "too few for 2 children", beside how many are left. */
export const fewSeatsLabel = (children: number): string => `too few for ${children} children`

/** "26/30" in the cells of the month editor; null where the day has no limit. */
export function seatsTakenLabel(seating: Seating, n: number): string | null {
  const seats = seatsOn(seating, n)
  return seats === null ? null : `${takenOn(seating, n)}/${seats}`
}

/** Too few for the children of one registration, though some are left. */
export function fewSeatsMessage(date: Day, free: number): string {
  const left = free === 1 ? 'seat is' : 'seats are'
  return `Only ${free} ${left} left on ${formatWeekdayDate(date)}.`
}

/** One submission as far as seats are concerned. Guests have no child: each of their submissions is a child. */
export type SeatBooking = { id: string; childId: string | null; days: readonly number[] }

/** Children per day number, each once however many of their submissions hold the day. */
export function countTaken(holders: Iterable<SeatBooking>): Record<string, number> {
  const children = new Map<number, Set<string>>()
  for (const { id, childId, days } of holders) {
    for (const n of days) {
      const onDay = children.get(n) ?? new Set()
      children.set(n, onDay.add(childId ?? `guest ${id}`))
    }
  }
  return Object.fromEntries([...children].map(([n, onDay]) => [String(n), onDay.size]))
}
