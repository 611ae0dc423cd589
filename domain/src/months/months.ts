import { formatMonth } from '../lib/dates-format'
import {
  type Day,
  dayOf,
  daysInMonth,
  getDayParts,
  isWeekend,
  MONTH_NAMES,
  type MonthName,
  monthFromOrdinal,
  monthIndexOf,
  monthNameOf,
  monthOrdinal,
  sortedDayNumbers,
} from '../lib/days'
import type { Language } from '../lib/language'
import { toCentsOrNull } from '../lib/money'
import type { Seating } from './seats'
import { en } from './texts/day-types.en'

export const DAY_TYPES = ['regular', 'noon', 'early', 'unavailable', 'no_school'] as const
export type DayType = (typeof DAY_TYPES)[number]
export type DayTypes = Readonly<Record<string, DayType>>

/** The submissions of a month and the unpaid ones are counted up to here, then shown as "10,000+". */
export const MAX_COUNTED_SUBMISSIONS = 10_000

/** In English, for staff. */
export const DAY_TYPE_LABELS: Readonly<Record<DayType, string>> = en.dayTypes
export const CLOSED_LABEL = en.closed
export const CANCELLED_LABEL = en.cancelled

/** The legend of the printed month; no-school days print like unavailable ones. */
export const PRINT_LEGEND: readonly { type: DayType; label: string }[] = [
  { type: 'regular', label: 'Regular Day' },
  { type: 'noon', label: 'Noon Dismissal' },
  { type: 'early', label: '2:30 Dismissal' },
  { type: 'unavailable', label: 'Unavailable' },
]

export type MonthIdentity = { month_name: string; year: number }

/** A month as the API sends it: prices are decimals or null. */
export type MonthJson = MonthIdentity & {
  id: string
  regular_price: string | number | null
  special_price: string | number | null
  special_days: readonly number[]
  closed_days: readonly number[]
  cancelled_days: readonly number[]
  day_types: DayTypes
  seats: number | null
  day_seats: Readonly<Record<string, number>>
  /** Children per day number, in months with seats only. */
  taken_seats: Readonly<Record<string, number>>
  is_active: boolean
}

/** A month as the rules use it. */
export type MonthCalendar = {
  monthName: string
  year: number
  regularPriceCents: number | null
  specialPriceCents: number | null
  specialDays: readonly number[]
  closedDays: readonly number[]
  /** Days that lost their aftercare while children were booked: never of an open type. */
  cancelledDays: readonly number[]
  dayTypes: DayTypes
  seating: Seating
}

export function toMonthCalendar(row: Omit<MonthJson, 'id' | 'is_active'>): MonthCalendar {
  return {
    monthName: row.month_name,
    year: row.year,
    regularPriceCents: toCentsOrNull(row.regular_price),
    specialPriceCents: toCentsOrNull(row.special_price),
    specialDays: row.special_days,
    closedDays: row.closed_days,
    cancelledDays: row.cancelled_days,
    dayTypes: row.day_types,
    seating: { seats: row.seats, daySeats: row.day_seats, taken: row.taken_seats },
  }
}

export function monthLabel(month: MonthIdentity, language?: Language): string {
  return formatMonth(month.month_name, month.year, language)
}

/** The calendar day of a day number, or null if the month has no such day or its name is not recognised. */
export function dateInMonth(month: Pick<MonthCalendar, 'monthName' | 'year'>, n: number): Day | null {
  const monthIndex = monthIndexOf(month.monthName)
  if (monthIndex === null || !Number.isInteger(n)) return null
  return n >= 1 && n <= daysInMonth(month.year, monthIndex) ? dayOf(month.year, monthIndex, n) : null
}

/** 1 to the last day; none for a month whose name is not recognised. */
export function dayNumbers(month: Pick<MonthCalendar, 'monthName' | 'year'>): number[] {
  const monthIndex = monthIndexOf(month.monthName)
  if (monthIndex === null) return []
  return Array.from({ length: daysInMonth(month.year, monthIndex) }, (_, index) => index + 1)
}

/** Weekends are unavailable whatever is stored; else the stored type, else noon for special days, else regular. */
export function dayType(
  month: Pick<MonthCalendar, 'monthName' | 'year' | 'dayTypes' | 'specialDays'>,
  n: number,
): DayType {
  const date = dateInMonth(month, n)
  if (date === null || isWeekend(date)) return 'unavailable'
  const stored = DAY_TYPES.find((type) => type === month.dayTypes[String(n)])
  return stored ?? (month.specialDays.includes(n) ? 'noon' : 'regular')
}

export function isOpenType(type: DayType): type is Exclude<DayType, 'unavailable' | 'no_school'> {
  return type !== 'unavailable' && type !== 'no_school'
}

/** Null for a month whose name is not recognised. */
function ordinalOfMonth(month: MonthIdentity): number | null {
  const monthIndex = monthIndexOf(month.month_name)
  return monthIndex === null ? null : monthOrdinal(month.year, monthIndex)
}

function currentMonthOrdinal(today: Day): number {
  const { year, monthIndex } = getDayParts(today)
  return monthOrdinal(year, monthIndex)
}

/** Calendar order, not alphabetical; unrecognised names come last in their year. */
export function compareMonths(a: MonthIdentity, b: MonthIdentity): number {
  if (a.year !== b.year) return a.year - b.year
  const byMonth = (monthIndexOf(a.month_name) ?? 12) - (monthIndexOf(b.month_name) ?? 12)
  return byMonth !== 0 ? byMonth : a.month_name.localeCompare(b.month_name, 'en-US')
}

export function sortMonths<M extends MonthIdentity>(months: readonly M[]): M[] {
  return [...months].sort(compareMonths)
}

export function isCurrentOrLater(month: MonthIdentity, today: Day): boolean {
  const number = ordinalOfMonth(month)
  return number !== null && number >= currentMonthOrdinal(today)
}

/** Published months from the current one on, in calendar order, and those with unrecognised names. */
export function offeredMonths<M extends MonthIdentity & { is_active: boolean }>(
  months: readonly M[],
  today: Day,
): M[] {
  const offered = months.filter(
    (month) => month.is_active && (ordinalOfMonth(month) === null || isCurrentOrLater(month, today)),
  )
  return sortMonths(offered)
}

/** A registration can be edited until its month is over, published or not. */
export function isMonthEditable(month: MonthIdentity, today: Day): boolean {
  return isCurrentOrLater(month, today)
}

/** "2025 to 2026" for August 2025 to July 2026. */
export function schoolYearLabel(year: number, monthIndex: number): string {
  return monthIndex <= 6 ? `${year - 1} to ${year}` : `${year} to ${year + 1}`
}

/** Null where the month's name is not recognised. */
export function schoolYearOf(month: MonthIdentity): string | null {
  const monthIndex = monthIndexOf(month.month_name)
  return monthIndex === null ? null : schoolYearLabel(month.year, monthIndex)
}

const YEARS_ON_OFFER = 5

export function yearChoices(today: Day): number[] {
  const { year } = getDayParts(today)
  return Array.from({ length: YEARS_ON_OFFER }, (_, index) => year + index)
}

/** The months of that year that do not exist yet. */
export function creatableMonths(existing: readonly MonthIdentity[], year: number): MonthName[] {
  return MONTH_NAMES.filter((name) => !existing.some((m) => m.year === year && m.month_name === name))
}

/**
 * The month after the latest existing one. If there is none, or that month is past or beyond the years on offer, the
 * first missing month from the current one on; null if all of them exist.
 */
export function suggestedMonth(
  existing: readonly MonthIdentity[],
  today: Day,
): { month_name: MonthName; year: number } | null {
  const taken = new Set(existing.map(ordinalOfMonth).filter((number) => number !== null))
  const first = currentMonthOrdinal(today)
  const end = monthOrdinal(getDayParts(today).year + YEARS_ON_OFFER, 0)
  // Without any it is before the first one.
  const next = Math.max(...taken) + 1
  let candidate = next < first || next >= end ? first : next
  while (taken.has(candidate)) candidate += 1
  if (candidate >= end) return null
  const { year, monthIndex } = monthFromOrdinal(candidate)
  return { month_name: monthNameOf(monthIndex), year }
}

/** Weekends unavailable, weekdays regular. */
export function newMonthDayTypes(year: number, monthIndex: number): Record<string, DayType> {
  const types: Record<string, DayType> = {}
  for (let n = 1; n <= daysInMonth(year, monthIndex); n += 1) {
    types[String(n)] = isWeekend(dayOf(year, monthIndex, n)) ? 'unavailable' : 'regular'
  }
  return types
}

/** Only days that could be chosen can be closed. */
export function mayLockDay(month: MonthCalendar, n: number): boolean {
  return isOpenType(dayType(month, n))
}

export type MonthDays = { dayTypes: Record<string, DayType>; specialDays: number[]; closedDays: number[] }

/** A month's days as stored: every day has a type, special days are the noon ones, and only open days are closed. */
export function normaliseMonthDays(
  month: Pick<MonthCalendar, 'monthName' | 'year' | 'dayTypes' | 'specialDays' | 'closedDays'>,
): MonthDays {
  const numbers = dayNumbers(month)
  const dayTypes = Object.fromEntries(numbers.map((n) => [String(n), dayType(month, n)]))
  return {
    dayTypes,
    specialDays: numbers.filter((n) => dayTypes[String(n)] === 'noon'),
    closedDays: sortedDayNumbers(month.closedDays).filter((n) => isOpenType(dayType(month, n))),
  }
}
