import { z } from '@hono/zod-openapi'
import { monthRow, presentMonthPrices } from '../months/month-row'
import { presentSubmission, submissionRow } from './submission-row'
import type { JoinedSubmission } from './submissions.queries'

/** A submission as its family reads it. Staff write their notes into guest_child_notes, so those stay with staff. */
export const ownSubmissionRow = submissionRow.omit({ guest_child_notes: true }).extend({
  children: z.object({ name: z.string() }).nullable(),
  months: monthRow
    .pick({
      month_name: true,
      year: true,
      regular_price: true,
      special_price: true,
      special_days: true,
      closed_days: true,
      day_types: true,
    })
    .nullable(),
})

export type OwnSubmission = z.infer<typeof ownSubmissionRow>

export function presentOwnSubmission({ submission, child, month }: JoinedSubmission): OwnSubmission {
  const { guest_child_notes: _, ...row } = presentSubmission(submission)
  return { ...row, children: child, months: month && presentMonthPrices(month) }
}
