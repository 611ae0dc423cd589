import { isWeekend, sortedDayNumbers } from '../lib/days'
import {
  type DayType,
  dateInMonth,
  dayNumbers,
  isOpenType,
  type MonthCalendar,
  mayLockDay,
  normaliseMonthDays,
} from './months'
import { isOverSeats } from './seats'

/** Weekend days cannot be retyped. */
export function mayRetypeDay(month: MonthCalendar, n: number): boolean {
  const date = dateInMonth(month, n)
  return date !== null && !isWeekend(date)
}

/** The month with that day retyped; a closed day reopens if nobody can choose the new type anyway. */
export function retypeDay(month: MonthCalendar, n: number, type: DayType): MonthCalendar {
  if (!mayRetypeDay(month, n)) return month
  const retyped = { ...month, dayTypes: { ...month.dayTypes, [String(n)]: type } }
  const { dayTypes, specialDays } = normaliseMonthDays(retyped)
  const closedDays = isOpenType(type) ? month.closedDays : month.closedDays.filter((day) => day !== n)
  return { ...retyped, dayTypes, specialDays, closedDays }
}

/** Closes the day to new submissions, or reopens it. */
export function toggleClosedDay(month: MonthCalendar, n: number): MonthCalendar {
  if (!mayLockDay(month, n)) return month
  const closed = month.closedDays.includes(n)
  const closedDays = closed ? month.closedDays.filter((day) => day !== n) : [...month.closedDays, n]
  return { ...month, closedDays: sortedDayNumbers(closedDays) }
}

/** Null: no limit, except for days with their own seats. */
export function setSeats(month: MonthCalendar, seats: number | null): MonthCalendar {
  return { ...month, seating: { ...month.seating, seats } }
}

/** Null: the same as the month's other days. */
export function setDaySeats(month: MonthCalendar, n: number, seats: number | null): MonthCalendar {
  const { [String(n)]: _, ...others } = month.seating.daySeats
  const daySeats = seats === null ? others : { ...others, [String(n)]: seats }
  return { ...month, seating: { ...month.seating, daySeats } }
}

/** The days with more children than seats, for a warning; nobody loses a day. */
export const daysOverSeats = (month: MonthCalendar): number[] =>
  dayNumbers(month).filter((n) => isOverSeats(month.seating, n))
