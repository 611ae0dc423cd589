import type { Language } from '../lib/language'
import { pluralize } from '../lib/pluralize'

/** The days of a submission that take place. */
export const daysOfCare = (days: readonly number[], cancelledDays: readonly number[]): number[] =>
  days.filter((n) => !cancelledDays.includes(n))

/** "9 days", "3 days, 1 cancelled": days that the programme cancelled are counted apart. */
export function formatDayCount(
  days: readonly number[],
  cancelledDays: readonly number[],
  language: Language = 'en',
): string {
  const count = daysOfCare(days, cancelledDays).length
  const text = pluralize(count, language === 'en' ? 'day' : 'día')
  const cancelled = days.length - count
  if (cancelled === 0) return text
  return `${text}, ${language === 'en' ? `${cancelled} cancelled` : pluralize(cancelled, 'cancelado')}`
}

/** The same under a heading "Days": the bare number where none is cancelled; there is room for a line break only. */
export const formatDayTotal: typeof formatDayCount = (days, cancelledDays, language) =>
  daysOfCare(days, cancelledDays).length === days.length
    ? String(days.length)
    : formatDayCount(days, cancelledDays, language).replaceAll(/(\d) /g, '$1\u00a0')
