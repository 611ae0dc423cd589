import { dateFormat } from './date-format-cache'
import { type Day, dayOf, getDayParts, monthIndexOf, monthNameOf, utcMidnight, WEEKDAY_NAMES } from './days'
import type { Language } from './language'

/** The last argument of each function is the reader's language; staff's screens are English and pass none. */
function formatDay(day: Day, options: Intl.DateTimeFormatOptions, language: Language): string {
  return dateFormat({ ...options, timeZone: 'UTC' }, language).format(utcMidnight(day))
}

/** "Thursday, November 20, 2025", "jueves, 20 de noviembre de 2025": emails and drop-in notes. */
export function formatLongDate(day: Day, language: Language = 'en'): string {
  return formatDay(day, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, language)
}

/** "Thursday, November 20", "jueves, 20 de noviembre": where the year is clear from the month around it. */
export function formatWeekdayDate(day: Day, language: Language = 'en'): string {
  return formatDay(day, { weekday: 'long', month: 'long', day: 'numeric' }, language)
}

/** "November 20", "20 de noviembre" */
export function formatDayOfMonth(day: Day, language: Language = 'en'): string {
  return formatDay(day, { month: 'long', day: 'numeric' }, language)
}

/** "Nov 12, 2026", "12 nov 2026" */
export function formatShortDate(day: Day, language: Language = 'en'): string {
  return formatDay(day, { year: 'numeric', month: 'short', day: 'numeric' }, language)
}

/** "October", "octubre"; an unrecognised month name is shown as it is stored. Stored names are English. */
export function formatMonthName(monthName: string, language: Language = 'en'): string {
  const monthIndex = monthIndexOf(monthName)
  if (language === 'en' || monthIndex === null) return monthName
  return formatDay(dayOf(2000, monthIndex, 1), { month: 'long' }, language)
}

/** "October 2025", "octubre de 2025"; an unrecognised month name is shown as it is stored. */
export function formatMonth(monthName: string, year: number, language: Language = 'en'): string {
  const monthIndex = monthIndexOf(monthName)
  if (language === 'en' || monthIndex === null) return `${monthName} ${year}`
  return formatDay(dayOf(year, monthIndex, 1), { month: 'long', year: 'numeric' }, language)
}

/** "October 2025", "octubre de 2025": the month of a day. */
export function formatMonthOfDay(day: Day, language: Language = 'en'): string {
  const { year, monthIndex } = getDayParts(day)
  return formatMonth(monthNameOf(monthIndex), year, language)
}

/** "Thursday", "jueves": 0 is Sunday. */
export function weekdayName(weekday: number, language: Language = 'en'): string {
  const name = WEEKDAY_NAMES[weekday] ?? ''
  // The first of October 2000 was a Sunday.
  return language === 'en' ? name : formatDay(dayOf(2000, 9, weekday + 1), { weekday: 'long' }, language)
}

/** "Thu", "jue": 0 is Sunday. */
export const weekdayShort = (weekday: number, language: Language = 'en'): string =>
  weekdayName(weekday, language).slice(0, 3)
