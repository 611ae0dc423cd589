import { formatLongDate, formatMonth } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import type { Language } from '@aftercare/domain/lib/language'
import type { ApiError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'

/** For a result: the button that had the focus is gone. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()

/** A link that a mail client broke fails validation, and the server's message would be about fields. */
export const linkErrorMessage = (error: ApiError, invalid: string) =>
  error.code === 'invalid' ? invalid : (getErrorMessage(error) ?? error.message)

type Linked = { dropin_date: Day | null; month_name: string | null; year: number | null }

/** The day of a drop-in, or the month. */
export function whenOf({ dropin_date, month_name, year }: Linked, language: Language): string {
  if (dropin_date) return formatLongDate(dropin_date, language)
  return month_name && year ? formatMonth(month_name, year, language) : ''
}
