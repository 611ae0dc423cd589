import { DISMISSAL_TYPES } from '@aftercare/domain/attendance'
import { BILLED_STATUSES, SUBMISSION_STATUSES } from '@aftercare/domain/names'
import { readEditHistory } from '@aftercare/domain/submissions'
import { z } from '@hono/zod-openapi'
import type { SubmissionRow } from '../db/tables'
import { inDollars } from '../months/month-row'

const days = z.array(z.number().int())

/** A submission as the API answers it, without its joins. */
export const submissionRow = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  child_id: z.string().nullable(),
  month_id: z.string().nullable(),
  selected_days: days,
  total_fee: z.number(),
  billed_status: z.enum(BILLED_STATUSES),
  status: z.enum(SUBMISSION_STATUSES),
  submitted_at: z.string(),
  updated_at: z.string(),
  is_edited: z.boolean(),
  edit_history: z.array(
    z.object({
      edited_at: z.string(),
      previous_days: days,
      new_days: days,
      days_added: days,
      days_removed: days,
    }),
  ),
  original_selected_days: days.nullable(),
  guest_parent_name: z.string().nullable(),
  guest_parent_email: z.string().nullable(),
  guest_parent_phone: z.string().nullable(),
  guest_child_name: z.string().nullable(),
  guest_child_allergies: z.string().nullable(),
  guest_child_notes: z.string().nullable(),
  dismissal_type: z.enum(DISMISSAL_TYPES).nullable(),
  dropin_date: z.string().nullable(),
  agreed_at: z.string().nullable(),
  version: z.number().int(),
})

export type SubmissionJson = z.infer<typeof submissionRow>

export function presentSubmission(row: SubmissionRow): SubmissionJson {
  const { total_fee_cents, paid_amount_cents: _, billed_fee_cents: __, edit_history, ...submission } = row
  return { ...submission, total_fee: inDollars(total_fee_cents), edit_history: readEditHistory(edit_history) }
}
