import { z } from '@hono/zod-openapi'
import { monthRow, presentMonthPrices } from '../months/month-row'
import { presentSubmission, submissionRow } from './submission-row'
import type { EarlierRegistration, JoinedSubmission } from './submissions.queries'

/** A month as far as its calendar is concerned. */
const calendarRow = monthRow.pick({
  month_name: true,
  year: true,
  regular_price: true,
  special_price: true,
  special_days: true,
  closed_days: true,
  day_types: true,
  seats: true,
  day_seats: true,
  taken_seats: true,
})

/** A submission as its family reads it. Staff write their notes into guest_child_notes, so those stay with staff. */
export const ownSubmissionRow = submissionRow.omit({ guest_child_notes: true }).extend({
  children: z.object({ name: z.string() }).nullable(),
  months: calendarRow.nullable(),
})

/** What a child came to last: enough to choose the same weekdays again. */
export const earlierRow = z.object({
  child_id: z.string(),
  selected_days: z.array(z.number().int()),
  months: calendarRow,
})

export const presentEarlier = ({ child_id, selected_days, ...month }: EarlierRegistration) => ({
  child_id,
  selected_days,
  months: presentMonthPrices(month),
})

export type OwnSubmission = z.infer<typeof ownSubmissionRow>

export function presentOwnSubmission({ submission, child, month }: JoinedSubmission): OwnSubmission {
  const { guest_child_notes: _, ...row } = presentSubmission(submission)
  return { ...row, children: child, months: month && presentMonthPrices(month) }
}
