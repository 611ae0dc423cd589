import { MAX_COUNTED_SUBMISSIONS } from '@aftercare/domain/months/months'
import type { AdminMonth } from './months.admin.api'

export function submissionCount({ submission_count: count }: Pick<AdminMonth, 'submission_count'>): string {
  if (count === 1) return '1 submission'
  return `${count.toLocaleString('en-US')}${count < MAX_COUNTED_SUBMISSIONS ? '' : '+'} submissions`
}
