import { type Day, dayOf, isDay, MONTH_NAMES } from '../lib/days'

/** How "03/11/2026" is read. One for a whole file. */
export const DATE_ORDERS = ['month-first', 'day-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export const DATE_ORDER_LABELS: Record<DateOrder, string> = {
  'month-first': 'Month first: 11/03/2026',
  'day-first': 'Day first: 03/11/2026',
}

const TIME = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[AP]M)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2}|[A-Z]{3,4})?)?`
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?`
const ISO = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${TIME}$`, 'i')
const NUMBERS = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`, 'i')
const DAY_MONTH = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})(?:st|nd|rd|th)?[-\s]+([a-z]{3,9})\.?,?[-\s]+(\d{4}|\d{2})${TIME}$`,
  'i',
)
const MONTH_DAY = new RegExp(
  String.raw`^${WEEKDAY}([a-z]{3,9})\.?[-\s]+(\d{1,2})(?:st|nd|rd|th)?,?[-\s]+(\d{4})${TIME}$`,
  'i',
)

/** Longer than any date with its time; the patterns' time grows with the square. */
const MAX_DATE_LENGTH = 60

/** '' for a text that is too long for a date. */
const dateText = (text: string) => {
  const trimmed = text.trim()
  return trimmed.length > MAX_DATE_LENGTH ? '' : trimmed
}

const yearOf = (text: string) => Number(text.length === 2 ? `20${text}` : text)

function validDay(year: number, month: number, dayOfMonth: number): Day | null {
  const day = dayOf(year, month - 1, dayOfMonth)
  return isDay(day) ? day : null
}

/** 1 for "Jan", "january" or "Sept"; 0 for no month. */
function monthOf(name: string): number {
  const wanted = name.toLowerCase()
  return MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(wanted)) + 1
}

/** Dates with dots are always day-first. */
const orderOf = (separator: string | undefined, order: DateOrder): DateOrder =>
  separator === '.' ? 'day-first' : order

/** The day of a date as written, without regard to its time of day; null for anything else. */
export function readDate(text: string, order: DateOrder): Day | null {
  const trimmed = dateText(text)
  const iso = ISO.exec(trimmed)
  if (iso) return validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = NUMBERS.exec(trimmed)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[3])]
    const isDayFirst = orderOf(numbers[2], order) === 'day-first'
    return validDay(yearOf(numbers[4] ?? ''), isDayFirst ? second : first, isDayFirst ? first : second)
  }
  const dayMonth = DAY_MONTH.exec(trimmed)
  if (dayMonth) return validDay(yearOf(dayMonth[3] ?? ''), monthOf(dayMonth[2] ?? ''), Number(dayMonth[1]))
  const monthDay = MONTH_DAY.exec(trimmed)
  return monthDay && validDay(Number(monthDay[3]), monthOf(monthDay[1] ?? ''), Number(monthDay[2]))
}

/** What most of the file's dates can only be; month-first where none of them decides it, or both equally often. */
export function dateOrderOf(dates: Iterable<string>): DateOrder {
  let dayFirst = 0
  for (const text of dates) {
    const numbers = NUMBERS.exec(dateText(text))
    if (!numbers || numbers[2] === '.') continue
    if (Number(numbers[1]) > 12) dayFirst += 1
    else if (Number(numbers[3]) > 12) dayFirst -= 1
  }
  return dayFirst > 0 ? 'day-first' : 'month-first'
}

export const isDate = (text: string): boolean =>
  readDate(text, 'month-first') !== null || readDate(text, 'day-first') !== null
