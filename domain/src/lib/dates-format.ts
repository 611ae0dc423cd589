import { dateFormat } from './date-format-cache'
import { type Day, getDayParts, monthNameOf, utcMidnight, WEEKDAY_NAMES, weekday } from './days'

function formatDay(day: Day, options: Intl.DateTimeFormatOptions): string {
  return dateFormat({ ...options, timeZone: 'UTC' }).format(utcMidnight(day))
}

// Intl separates time and AM/PM by a narrow no-break space in some versions and by a plain one in others.
function plainSpaces(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ')
}

/** "Thursday, November 20, 2025": emails and drop-in notes. */
export function formatLongDate(day: Day): string {
  return `${formatWeekdayDate(day)}, ${getDayParts(day).year}`
}

/** "Thursday, November 20": where the year is clear from the month around it. */
export function formatWeekdayDate(day: Day): string {
  const { monthIndex, dayOfMonth } = getDayParts(day)
  return `${WEEKDAY_NAMES[weekday(day)]}, ${monthNameOf(monthIndex)} ${dayOfMonth}`
}

/** "Nov 12, 2026" */
export function formatShortDate(day: Day): string {
  return formatDay(day, { year: 'numeric', month: 'short', day: 'numeric' })
}

/** "Nov 12, 2026, 3:05 PM" on a clock in the given zone. */
export function formatDateTime(instant: Date | string, timeZone: string): string {
  return plainSpaces(
    dateFormat({
      timeZone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    }).format(new Date(instant)),
  )
}

/** "Nov 12, 2026": the date of an instant in the given zone. */
export function formatInstantDate(instant: Date | string, timeZone: string): string {
  return dateFormat({
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(new Date(instant))
}

/** "October 2025"; an unrecognised month name is shown as it is stored. */
export function formatMonth(monthName: string, year: number): string {
  return `${monthName} ${year}`
}

/** "October 2025": the month of a day. */
export function formatMonthOfDay(day: Day): string {
  const { year, monthIndex } = getDayParts(day)
  return formatMonth(monthNameOf(monthIndex), year)
}
