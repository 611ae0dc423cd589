import { dateFormat } from './date-format-cache'
import type { Language } from './language'

// Intl separates time and AM/PM by a narrow no-break space in some versions and by a plain one in others.
function plainSpaces(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ')
}

/** "Nov 12, 2026, 3:05 PM" or "12 nov 2026, 3:05 p.m." on a clock in the given zone. */
export function formatDateTime(instant: Date | string, timeZone: string, language: Language = 'en'): string {
  const format = dateFormat(
    {
      timeZone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    },
    language,
  )
  return plainSpaces(format.format(new Date(instant)))
}

/** "Nov 12, 2026" or "12 nov 2026": the date of an instant in the given zone. */
export function formatInstantDate(
  instant: Date | string,
  timeZone: string,
  language: Language = 'en',
): string {
  return dateFormat({ timeZone, year: 'numeric', month: 'short', day: 'numeric' }, language).format(
    new Date(instant),
  )
}
