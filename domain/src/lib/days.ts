import { dateFormat } from './date-format-cache'
/**
 * Calendar days as `YYYY-MM-DD` strings. A day has no time and no zone, so nothing here may use the local-time
 * getters of Date: all arithmetic runs in UTC, where every day has 24 hours.
 */
export type Day = string

export type DayParts = { year: number; monthIndex: number; dayOfMonth: number }

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export type MonthName = (typeof MONTH_NAMES)[number]

export const WEEKDAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/
const MILLISECONDS_PER_DAY = 86_400_000

/** 0 for January; null for a name that is not one of the twelve English names. */
export function monthIndexOf(name: string): number | null {
  const names: readonly string[] = MONTH_NAMES
  const index = names.indexOf(name)
  return index === -1 ? null : index
}

export function monthNameOf(monthIndex: number): MonthName {
  const name = MONTH_NAMES[monthIndex]
  if (name === undefined) throw new RangeError(`There is no month number ${monthIndex}`)
  return name
}

export function daysInMonth(year: number, monthIndex: number): number {
  return new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate()
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : value)

export function dayOf(year: number, monthIndex: number, dayOfMonth: number): Day {
  return `${String(year).padStart(4, '0')}-${twoDigits(monthIndex + 1)}-${twoDigits(dayOfMonth)}`
}

/** The parts of a day, or null if the text is not a calendar day (2025-02-29, 2025-13-01, other text). */
export function parseDay(text: string): DayParts | null {
  const match = DAY_PATTERN.exec(text)
  if (!match) return null
  const parts = { year: Number(match[1]), monthIndex: Number(match[2]) - 1, dayOfMonth: Number(match[3]) }
  // Date.UTC reads years 0 to 99 as 1900 to 1999.
  if (parts.year < 100 || parts.monthIndex < 0 || parts.monthIndex > 11) return null
  if (parts.dayOfMonth < 1 || parts.dayOfMonth > daysInMonth(parts.year, parts.monthIndex)) return null
  return parts
}

export function isDay(text: string): boolean {
  return parseDay(text) !== null
}

export function getDayParts(day: Day): DayParts {
  const parts = parseDay(day)
  if (!parts) throw new RangeError(`"${day}" is not a day`)
  return parts
}

/** Midnight UTC of the day: only for arithmetic and for formatting with timeZone UTC. */
export function utcMidnight(day: Day): Date {
  const { year, monthIndex, dayOfMonth } = getDayParts(day)
  return new Date(Date.UTC(year, monthIndex, dayOfMonth))
}

function dayOfUtc(date: Date): Day {
  return dayOf(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(day: Day): number {
  return utcMidnight(day).getUTCDay()
}

export function isWeekend(day: Day): boolean {
  const number = weekday(day)
  return number === 0 || number === 6
}

export function addDays(day: Day, count: number): Day {
  return dayOfUtc(new Date(utcMidnight(day).getTime() + count * MILLISECONDS_PER_DAY))
}

/** Months counted from year 0, so that months of different years can be compared and added. */
export function monthOrdinal(year: number, monthIndex: number): number {
  return year * 12 + monthIndex
}

export function monthFromOrdinal(number: number): { year: number; monthIndex: number } {
  return { year: Math.floor(number / 12), monthIndex: ((number % 12) + 12) % 12 }
}

/** The same day of another month, or that month's last day. */
export function addMonths(day: Day, months: number): Day {
  const { year, monthIndex, dayOfMonth } = getDayParts(day)
  const later = monthFromOrdinal(monthOrdinal(year, monthIndex) + months)
  return dayOf(later.year, later.monthIndex, Math.min(dayOfMonth, daysInMonth(later.year, later.monthIndex)))
}

/** Day numbers in ascending order, each once: how chosen days are stored and compared. */
export function sortedDayNumbers(days: Iterable<number>): number[] {
  return [...new Set(days)].sort((a, b) => a - b)
}

function clockParts(instant: Date, timeZone: string): Map<string, number> {
  const format = dateFormat({
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]))
}

/** The calendar day that a clock in that zone shows at the instant. */
export function dayInZone(instant: Date, timeZone: string): Day {
  const parts = clockParts(instant, timeZone)
  return dayOf(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1)
}

/** Minutes since midnight on a clock in that zone: 720 at noon, also on days when the clocks change. */
export function minutesInZone(instant: Date, timeZone: string): number {
  const parts = clockParts(instant, timeZone)
  return (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0)
}
