import { en } from './texts/en'

export const MAX_SEATS = 500
export const SEATS_RANGE = `Please enter a whole number from 1 to ${MAX_SEATS}`

/** A number of seats per day; null: no limit. */
export const seatsRule = (seats: number | null): string | undefined =>
  seats === null || (Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS) ? undefined : SEATS_RANGE

/** A month's seats per day, the exceptions, and how many are taken. Numbers only, never who. */
export type Seating = {
  /** Null: no limit, except for days with their own. */
  seats: number | null
  /** By day number, as in day_types. */
  daySeats: Readonly<Record<string, number>>
  taken: Readonly<Record<string, number>>
}

export const NO_SEATING: Seating = { seats: null, daySeats: {}, taken: {} }

/** Whether any day of the month is limited: only then are seats shown. */
export const isLimited = (seating: Seating): boolean =>
  seating.seats !== null || Object.keys(seating.daySeats).length > 0

/** The seats of a day; null if it has no limit. */
export const seatsOn = (seating: Seating, n: number): number | null =>
  seating.daySeats[String(n)] ?? seating.seats

export const takenOn = (seating: Seating, n: number): number => seating.taken[String(n)] ?? 0

/** Never below 0, however far the seats were lowered; null if the day has no limit. */
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

const MAX_SHOWN_LEFT = 5

/** "3 left", for one to five seats left; null otherwise. */
export function seatsLeftLabel(free: number | null, t = en): string | null {
  return free !== null && free >= 1 && free <= MAX_SHOWN_LEFT ? t.seatsLeft(free) : null
}

/** "too few for 2 children", next to the number left. */
export const fewSeatsLabel = (children: number, t = en): string => t.tooFewSeats(children)

/** "26/30" in the month editor; null if the day has no limit. */
export function seatsTakenLabel(seating: Seating, n: number): string | null {
  const seats = seatsOn(seating, n)
  return seats === null ? null : `${takenOn(seating, n)}/${seats}`
}

/** One submission's days. Guests have no child: each of their submissions counts as one. */
export type SeatBooking = { id: string; childId: string | null; days: readonly number[] }

/**
 * Children per day number, each once however many of their submissions have the day. The rule that the database's
 * `count_taken_seats` is tested against.
 */
export function countTaken(bookings: Iterable<SeatBooking>): Record<string, number> {
  const children = new Map<number, Set<string>>()
  for (const { id, childId, days } of bookings) {
    for (const n of days) {
      const onDay = children.get(n) ?? new Set()
      children.set(n, onDay.add(childId ?? `guest ${id}`))
    }
  }
  return Object.fromEntries([...children].map(([n, onDay]) => [String(n), onDay.size]))
}
