import { monthIndexOf } from '@aftercare/domain/lib/days'
import { retypeDay, setDaySeats, setSeats, toggleClosedDay } from '@aftercare/domain/months/month-editing'
import {
  DAY_TYPE_LABELS,
  type DayType,
  dayNumbers,
  dayType,
  type MonthCalendar,
  mayLockDay,
} from '@aftercare/domain/months/months'

/** Null: without a limit, or of a day: as many as the other days. */
type DayEdit = { type?: DayType; closed?: boolean; seats?: number | null }

/** What somebody did to a month, day by day: enough to do it again on a month that has changed since. */
export type MonthEdits = ReadonlyMap<number, DayEdit>

/** Stands for the month as a whole among its days. */
const WHOLE_MONTH = 0

export function diffMonth(from: MonthCalendar, to: MonthCalendar): MonthEdits {
  const edits = new Map<number, DayEdit>()
  if (to.seating.seats !== from.seating.seats) edits.set(WHOLE_MONTH, { seats: to.seating.seats })
  for (const n of dayNumbers(from)) {
    const type = dayType(to, n)
    const closed = to.closedDays.includes(n)
    const edit = {
      ...(type !== dayType(from, n) && { type }),
      ...(closed !== from.closedDays.includes(n) && { closed }),
      ...(ownSeats(to, n) !== ownSeats(from, n) && { seats: ownSeats(to, n) }),
    }
    if (Object.keys(edit).length > 0) edits.set(n, edit)
  }
  return edits
}

/** The same edits on another state of the month; a lock finds no hold on a day that cannot be chosen by now. */
export function applyEdits(month: MonthCalendar, edits: MonthEdits): MonthCalendar {
  let edited = month
  for (const [n, { type, closed, seats }] of edits) {
    if (seats !== undefined)
      edited = n === WHOLE_MONTH ? setSeats(edited, seats) : setDaySeats(edited, n, seats)
    if (n === WHOLE_MONTH) continue
    if (type !== undefined) edited = retypeDay(edited, n, type)
    const isClosed = edited.closedDays.includes(n)
    if (closed !== undefined && closed !== isClosed && mayLockDay(edited, n))
      edited = toggleClosedDay(edited, n)
  }
  return edited
}

/** The same edits without a day's type and lock, which something newer has decided; its seats stay. */
export function withoutTypeOf(edits: MonthEdits, day: number): MonthEdits {
  const seats = edits.get(day)?.seats
  const others = new Map(edits)
  others.delete(day)
  return seats === undefined ? others : others.set(day, { seats })
}

const ownSeats = (month: MonthCalendar, n: number): number | null => month.seating.daySeats[String(n)] ?? null
const seatsWords = (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`)

/** One line per day: "December 10: No School" or "December 11: closed". */
export function describeEdits(month: MonthCalendar, edits: MonthEdits): string[] {
  if (monthIndexOf(month.monthName) === null) return []
  return [...edits].map(([n, { type, closed, seats }]) => {
    if (n === WHOLE_MONTH) return seats ? `${seatsWords(seats)} per day` : 'No limit of seats'
    const words = [
      type !== undefined && DAY_TYPE_LABELS[type],
      closed !== undefined && (closed ? 'closed' : 'reopened'),
      seats !== undefined && (seats === null ? 'seats as on other days' : seatsWords(seats)),
    ].filter(Boolean)
    return `${month.monthName} ${n}: ${words.join(', ')}`
  })
}

/** The days that both touched; there the edits put on top win. */
export function sharedDays(one: MonthEdits, other: MonthEdits): number[] {
  return [...one.keys()].filter((n) => n !== WHOLE_MONTH && other.has(n))
}

/** Whether the month was changed in nothing but what these edits do as well, as by a save whose answer was lost. */
export function areAmong(some: MonthEdits, edits: MonthEdits): boolean {
  return [...some].every(([n, { type, closed, seats }]) => {
    const edit = edits.get(n)
    return (
      edit !== undefined &&
      (type === undefined || type === edit.type) &&
      (closed === undefined || closed === edit.closed) &&
      (seats === undefined || seats === edit.seats)
    )
  })
}
