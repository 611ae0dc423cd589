import { toCents } from '@aftercare/domain/lib/money'
import type { MonthRow, SubmissionRow } from '../db/tables'
import type { SubmissionFacts } from './mail-events'

/** `month` is null for a drop-in. */
export const submissionFacts = (
  submission: SubmissionRow,
  month: Pick<MonthRow, 'month_name' | 'year' | 'cancelled_days'> | null,
): SubmissionFacts => ({
  id: submission.id,
  language: submission.language,
  days: submission.selected_days,
  feeCents:
    submission.status === 'waiting' && submission.approval
      ? toCents(submission.approval.fee)
      : submission.total_fee_cents,
  month: month && { name: month.month_name, year: month.year, cancelledDays: month.cancelled_days },
  day: submission.dropin_date,
  dismissalType: submission.dismissal_type,
  ...(submission.status === 'waiting' && { isWaiting: true }),
})
