import { type Day, dayOf, daysInMonth, getDayParts, isWeekend, monthNameOf } from '../lib/days'
import type { MonthIdentity } from '../months/months'

/** The charts of the staff dashboard: which days and months they show, and the scale of their bars. */

const AUGUST = 7

/** The months of the day's school year, starting with August. */
export function schoolYearMonths(today: Day): (MonthIdentity & { monthIndex: number })[] {
  const { year, monthIndex } = getDayParts(today)
  const first = monthIndex >= AUGUST ? year : year - 1
  return Array.from({ length: 12 }, (_, index) => {
    const at = (AUGUST + index) % 12
    return { month_name: monthNameOf(at), monthIndex: at, year: at >= AUGUST ? first : first + 1 }
  })
}

/** The days to show: Monday to Friday, and a weekend day only if somebody comes. */
export function chartDays(
  { year, monthIndex }: { year: number; monthIndex: number },
  childrenOn: Readonly<Record<string, number>>,
): Day[] {
  const days = Array.from({ length: daysInMonth(year, monthIndex) }, (_, n) => dayOf(year, monthIndex, n + 1))
  const hasChildren = (day: Day) => (childrenOn[String(getDayParts(day).dayOfMonth)] ?? 0) > 0
  return days.filter((day) => !isWeekend(day) || hasChildren(day))
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The round number just above the highest bar. */
export function axisMax(highest: number): number {
  if (highest <= 5) return 5
  const power = 10 ** Math.floor(Math.log10(highest))
  return (STEPS.find((step) => step * power >= highest) ?? 10) * power
}
