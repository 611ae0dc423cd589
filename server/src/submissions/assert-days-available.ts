import { AppError } from '../errors'

export function assertDaysAvailable(problems: readonly { n: number; message: string }[]): void {
  if (problems.length === 0) return
  const problem = problems.map(({ message }) => message).join(' ')
  throw new AppError('day-unavailable', { problem }, { selected_days: problem })
}
