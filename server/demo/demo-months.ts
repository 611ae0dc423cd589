import {
  type Day,
  dayOf,
  daysInMonth,
  getDayParts,
  monthFromOrdinal,
  monthNameOf,
  monthOrdinal,
  weekday,
} from '@aftercare/domain/lib/days'
import {
  type DayType,
  isOpenType,
  newMonthDayTypes,
  normaliseMonthDays,
} from '@aftercare/domain/months/months'
import { DEFAULT_REGULAR_PRICE_CENTS, DEFAULT_SPECIAL_PRICE_CENTS } from '@aftercare/domain/pricing/fees'
import type { MonthRow } from '../src/db/tables'
import type { Rng } from './rng'

export type DemoMonth = MonthRow & { monthIndex: number }

const MONTHS_BACK = 3
const MONTHS_AHEAD = 3
const MONDAY = 1
const THURSDAY = 4
const FRIDAY = 5

/** The nth such weekday of a month. */
function nth(year: number, monthIndex: number, day: number, count: number): number {
  const first = weekday(dayOf(year, monthIndex, 1))
  return 1 + ((day - first + 7) % 7) + (count - 1) * 7
}

/** The holidays of an American preschool, and the early dismissals before them. */
function specialDates(year: number, monthIndex: number): Record<number, DayType> {
  const on = (type: DayType, ...days: number[]) => Object.fromEntries(days.map((n) => [n, type]))
  const through = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index)
  switch (monthNameOf(monthIndex)) {
    case 'January':
      return on('no_school', 1, 2, nth(year, monthIndex, MONDAY, 3))
    case 'February':
      return on('no_school', nth(year, monthIndex, MONDAY, 3))
    case 'March':
      return on('noon', nth(year, monthIndex, THURSDAY, 3))
    case 'April': {
      const monday = nth(year, monthIndex, MONDAY, 2)
      return on('no_school', ...through(monday, monday + 4))
    }
    case 'May':
      return on('no_school', nth(year, monthIndex, MONDAY, 4))
    case 'June':
      return { ...on('no_school', 19), ...on('noon', 18) }
    case 'July':
      return on('unavailable', ...through(1, 7))
    case 'August':
      return on('unavailable', ...through(1, 14))
    case 'September':
      return on('no_school', nth(year, monthIndex, MONDAY, 1))
    case 'October':
      return { ...on('no_school', nth(year, monthIndex, MONDAY, 2)), ...on('noon', 29, 30) }
    case 'November': {
      const thanksgiving = nth(year, monthIndex, THURSDAY, 4)
      return { ...on('noon', thanksgiving - 1), ...on('no_school', thanksgiving, thanksgiving + 1) }
    }
    case 'December':
      return { ...on('noon', 22), ...on('no_school', ...through(23, 31)) }
  }
}

/** Fridays dismiss at 2:30; one day of a published month is closed. */
function daysOf(rng: Rng, year: number, monthIndex: number, isPublished: boolean) {
  const dayTypes = newMonthDayTypes(year, monthIndex)
  const retype = (n: number, type: DayType) => {
    if (dayTypes[String(n)] !== 'unavailable') dayTypes[String(n)] = type
  }
  for (let n = 1; n <= daysInMonth(year, monthIndex); n += 1) {
    if (weekday(dayOf(year, monthIndex, n)) === FRIDAY) retype(n, 'early')
  }
  for (const [n, type] of Object.entries(specialDates(year, monthIndex))) retype(Number(n), type)
  const open = Object.entries(dayTypes).filter(([n, type]) => isOpenType(type) && Number(n) >= 8)
  const closedDays = isPublished ? rng.sample(open, 1).map(([n]) => Number(n)) : []
  return normaliseMonthDays({
    monthName: monthNameOf(monthIndex),
    year,
    dayTypes,
    specialDays: [],
    closedDays,
  })
}

/** Three past months, the current one, two future ones and a draft. */
export function demoMonths(rng: Rng, today: Day): DemoMonth[] {
  const { year, monthIndex } = getDayParts(today)
  const current = monthOrdinal(year, monthIndex)
  return Array.from({ length: MONTHS_BACK + 1 + MONTHS_AHEAD }, (_, index) => {
    const month = monthFromOrdinal(current - MONTHS_BACK + index)
    const isPublished = index < MONTHS_BACK + MONTHS_AHEAD
    const { dayTypes, specialDays, closedDays } = daysOf(rng, month.year, month.monthIndex, isPublished)
    const earlier = monthFromOrdinal(monthOrdinal(month.year, month.monthIndex) - MONTHS_AHEAD - 1)
    const created_at = `${dayOf(earlier.year, earlier.monthIndex, 3)}T14:00:00Z`
    return {
      id: rng.uuid(),
      monthIndex: month.monthIndex,
      month_name: monthNameOf(month.monthIndex),
      year: month.year,
      is_active: isPublished,
      regular_price_cents: DEFAULT_REGULAR_PRICE_CENTS,
      special_price_cents: DEFAULT_SPECIAL_PRICE_CENTS,
      day_types: dayTypes,
      special_days: specialDays,
      closed_days: closedDays,
      cancelled_days: [],
      cancelled_day_types: {},
      created_at,
      updated_at: created_at,
      seats: null,
      day_seats: {},
      taken_seats: {},
      version: isPublished ? 2 : 1,
    }
  })
}
