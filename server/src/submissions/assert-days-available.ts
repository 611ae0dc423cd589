import { AppError } from '../errors'

export function assertDaysAvailable(errors: readonly { n: number; message: string }[]): void {
  if (errors.length === 0) return
  const reason = errors.map(({ message }) => message).join(' ')
  throw new AppError('day-unavailable', { reason }, { selected_days: reason })
}
