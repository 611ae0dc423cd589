import { sortedDayNumbers } from '../lib/days'
import { type DayType, type DayTypes, dayNumbers, dayType, isOpenType, type MonthCalendar } from './months'

/** A month's cancelled days, each with the type it had. */
export type CancelledDays = { cancelledDays: readonly number[]; typesBefore: DayTypes }

type TypedMonth = Pick<MonthCalendar, 'monthName' | 'year' | 'dayTypes' | 'specialDays'>

/** The days that had aftercare and have none after the change. */
export const closedByChange = (before: TypedMonth, after: TypedMonth): number[] =>
  dayNumbers(before).filter((n) => isOpenType(dayType(before, n)) && !isOpenType(dayType(after, n)))

/** The cancelled days that have aftercare after the change: they take place after all. */
export const reinstatedByChange = (cancelled: readonly number[], after: TypedMonth): number[] =>
  cancelled.filter((n) => isOpenType(dayType(after, n)))

/** The cancelled days after some were cancelled and others reinstated. */
export function changeCancelledDays(
  { cancelledDays, typesBefore }: CancelledDays,
  before: TypedMonth,
  { cancelled, reinstated }: { cancelled: readonly number[]; reinstated: readonly number[] },
): CancelledDays {
  const days = sortedDayNumbers([...cancelledDays, ...cancelled]).filter((n) => !reinstated.includes(n))
  const typeOf = (n: number) => (cancelled.includes(n) ? openTypeOf(before, n) : typesBefore[String(n)])
  return {
    cancelledDays: days,
    typesBefore: Object.fromEntries(days.map((n) => [String(n), typeOf(n) ?? 'regular'])),
  }
}

/** A day that was unavailable before it was cancelled comes back as a regular one. */
const openTypeOf = (month: TypedMonth, n: number): DayType => {
  const type = dayType(month, n)
  return isOpenType(type) ? type : 'regular'
}
