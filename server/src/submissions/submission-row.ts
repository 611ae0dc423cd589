import { DISMISSAL_TYPES } from '@aftercare/domain/attendance/attendance'
import { BILLED_STATUSES, SUBMISSION_STATUSES } from '@aftercare/domain/lib/enums'
import { HISTORY_EVENTS, readEditHistory } from '@aftercare/domain/submissions/submissions'
import { z } from '@hono/zod-openapi'
import type { SubmissionRow } from '../db/tables'
import { centsToDollars } from '../http/cents-to-dollars'
import { approvalRow } from './approval-row'
import { cancelRequestRow, familyCancellation, serializeCancellation } from './cancellation-rows'
import { dayPrices } from './day-prices'

const days = z.array(z.number().int())

/** A submission in API responses, without joins. */
export const submissionRow = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  child_id: z.string().nullable(),
  month_id: z.string().nullable(),
  selected_days: days,
  total_fee: z.number(),
  day_prices: dayPrices,
  /** Dollars by day number: what was credited for a cancelled day, 0 once it cannot be undone. */
  credits: z.record(z.string(), z.number()),
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
      changed_by: z.string().optional(),
      adult: z.string().optional(),
      /** A day that the programme cancelled or that came back without aftercare (below 0), or that takes place after all. */
      fee_change: z
        .object({ day: z.string(), amount: z.number(), no_care: z.literal(true).optional() })
        .optional(),
      event: z.enum(HISTORY_EVENTS).optional(),
    }),
  ),
  cancellation: familyCancellation.nullable(),
  cancel_request: cancelRequestRow.nullable(),
  approval: approvalRow.nullable(),
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
  /** The staff member who entered a registration that was agreed by phone. */
  entered_by: z.string().nullable(),
  version: z.number().int(),
})

export type SubmissionJson = z.infer<typeof submissionRow>

/** For staff who see no amounts. */
export const submissionRowWithoutFees = submissionRow.omit({
  total_fee: true,
  day_prices: true,
  credits: true,
  billed_status: true,
  edit_history: true,
  cancellation: true,
  approval: true,
})

export const serializeSubmission = (row: SubmissionRow): SubmissionJson => ({
  ...serializeForFamily(row),
  guest_child_notes: row.guest_child_notes,
})

/** The columns that the family may see. */
export type ColumnsForFamily = Omit<
  SubmissionRow,
  | 'paid_amount_cents'
  | 'billed_fee_cents'
  | 'guest_child_notes'
  | 'is_same_child'
  | 'language'
  | 'agreement_id'
>

/**
 * Without guest_child_notes, where staff write their notes. Field by field: a rest copy costs several times as much, and
 * dashboards have many rows.
 */
export const serializeForFamily = (row: ColumnsForFamily): Omit<SubmissionJson, 'guest_child_notes'> => ({
  id: row.id,
  parent_id: row.parent_id,
  child_id: row.child_id,
  month_id: row.month_id,
  selected_days: row.selected_days,
  total_fee: centsToDollars(row.total_fee_cents),
  day_prices: row.day_prices,
  credits: row.credits,
  billed_status: row.billed_status,
  status: row.status,
  submitted_at: row.submitted_at,
  updated_at: row.updated_at,
  is_edited: row.is_edited,
  // Which account it was is for erasure only.
  edit_history: readEditHistory(row.edit_history).map(({ adult_id: _, ...entry }) => entry),
  cancellation: row.cancellation && serializeCancellation(row.cancellation),
  cancel_request: row.cancel_request,
  approval: row.approval,
  original_selected_days: row.original_selected_days,
  guest_parent_name: row.guest_parent_name,
  guest_parent_email: row.guest_parent_email,
  guest_parent_phone: row.guest_parent_phone,
  guest_child_name: row.guest_child_name,
  guest_child_allergies: row.guest_child_allergies,
  dismissal_type: row.dismissal_type,
  dropin_date: row.dropin_date,
  agreed_at: row.agreed_at,
  entered_by: row.entered_by,
  version: row.version,
})
