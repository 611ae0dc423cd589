import type { Day } from '@aftercare/domain/lib/days'
import { type DayError, type DayNeeds, daysToConfirm } from '@aftercare/domain/months/availability'
import type { MonthCalendar } from '@aftercare/domain/months/months'
import { AppError } from '../errors'

export function assertDaysAvailable(errors: readonly DayError[]): void {
  if (errors.length === 0) return
  const days = errors.map(({ message, ...params }) => params)
  throw new AppError('day-unavailable', { days }).onField('selected_days')
}

/** The past, closed and full days that staff choose but were not asked about. They are asked again with `stored`. */
export function findUnconfirmed(
  calendar: MonthCalendar,
  days: readonly number[],
  today: Day,
  needs: DayNeeds,
  confirmedDays: readonly number[],
): string | null {
  const unconfirmed = daysToConfirm(calendar, days, today, needs).filter(
    ({ n }) => !confirmedDays.includes(n),
  )
  return unconfirmed.length === 0 ? null : unconfirmed.map(({ message }) => message).join(' ')
}

export const confirmDays = (reason: string, stored: unknown) =>
  new AppError('confirm-days', { reason }, { stored })
