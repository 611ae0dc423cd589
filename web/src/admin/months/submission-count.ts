import { MAX_COUNTED_SUBMISSIONS } from '@aftercare/domain/months/months'
import type { AdminMonth } from './months.api'

/** Of submissions, which the server counts up to a cap. */
export const cappedCount = (count: number): string =>
  `${count.toLocaleString('en-US')}${count < MAX_COUNTED_SUBMISSIONS ? '' : '+'}`

export function submissionCount({ submission_count: count }: Pick<AdminMonth, 'submission_count'>): string {
  if (count === 1) return '1 submission'
  return `${cappedCount(count)} submissions`
}
