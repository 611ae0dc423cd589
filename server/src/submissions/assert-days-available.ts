import type { DayError } from '@aftercare/domain/months/availability'
import { AppError } from '../errors'

export function assertDaysAvailable(errors: readonly DayError[]): void {
  if (errors.length === 0) return
  const days = errors.map(({ message, ...params }) => params)
  throw new AppError('day-unavailable', { days }).onField('selected_days')
}
