import { namedAllergies } from '@aftercare/domain/attendance'
import { ACCOUNT_STATUSES, BILLED_STATUSES } from '@aftercare/domain/names'
import { DERIVED_STATUSES, derivedStatus } from '@aftercare/domain/submissions'
import { z } from '@hono/zod-openapi'
import { children, months, submissions } from '../db/schema'
import { inDollars, monthRow } from '../months/month-row'
import { paymentRow } from '../payments/payment-row'
import { submissionRow } from './submission-row'
import { shownChildName, shownParentEmail, shownParentName } from './submissions.admin.filters'

/** A line of the submissions list: names, month and status are all filled in. */
export const listedSubmissionRow = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  parent_name: z.string(),
  parent_email: z.string(),
  child_name: z.string(),
  month_id: z.string().nullable(),
  month: z.object({ month_name: z.string(), year: z.number().int() }).nullable(),
  dropin_date: z.string().nullable(),
  selected_days: z.array(z.number().int()),
  total_fee: z.number(),
  paid_amount: z.number(),
  billed_status: z.enum(BILLED_STATUSES),
  derived_status: z.enum(DERIVED_STATUSES),
  submitted_at: z.string(),
  is_edited: z.boolean(),
  allergies: z.string(),
})
export type ListedSubmission = z.infer<typeof listedSubmissionRow>

/** To be selected from submissions joined with profiles, children and months. */
export const listedColumns = {
  id: submissions.id,
  parent_id: submissions.parent_id,
  parent_name: shownParentName,
  parent_email: shownParentEmail,
  child_name: shownChildName,
  month_id: submissions.month_id,
  month_name: months.month_name,
  year: months.year,
  dropin_date: submissions.dropin_date,
  selected_days: submissions.selected_days,
  total_fee_cents: submissions.total_fee_cents,
  paid_amount_cents: submissions.paid_amount_cents,
  billed_status: submissions.billed_status,
  submitted_at: submissions.submitted_at,
  is_edited: submissions.is_edited,
  child_allergies: children.allergies,
  guest_child_allergies: submissions.guest_child_allergies,
}

export type ListedColumns = {
  id: string
  parent_id: string | null
  parent_name: string
  parent_email: string
  child_name: string
  month_id: string | null
  month_name: string | null
  year: number | null
  dropin_date: string | null
  selected_days: number[]
  total_fee_cents: number
  paid_amount_cents: number
  billed_status: (typeof BILLED_STATUSES)[number]
  submitted_at: string
  is_edited: boolean
  child_allergies: string | null
  guest_child_allergies: string | null
}

export function presentListed(row: ListedColumns): ListedSubmission {
  const {
    month_name,
    year,
    total_fee_cents,
    paid_amount_cents,
    child_allergies,
    guest_child_allergies,
    ...rest
  } = row
  return {
    ...rest,
    month: month_name === null || year === null ? null : { month_name, year },
    total_fee: inDollars(total_fee_cents),
    paid_amount: inDollars(paid_amount_cents),
    derived_status: statusOf(row),
    allergies: namedAllergies(child_allergies, guest_child_allergies),
  }
}

export const statusOf = (
  row: Pick<ListedColumns, 'total_fee_cents' | 'paid_amount_cents' | 'billed_status'>,
) =>
  derivedStatus({
    totalFeeCents: row.total_fee_cents,
    paidCents: row.paid_amount_cents,
    billedStatus: row.billed_status,
  })

/** A submission with everything that staff see of it. */
export const submissionDetailRow = submissionRow.extend({
  paid_amount: z.number(),
  derived_status: z.enum(DERIVED_STATUSES),
  month: monthRow.nullable(),
  child: z
    .object({
      id: z.string(),
      name: z.string(),
      allergies: z.string().nullable(),
      grade: z.string().nullable(),
      notes: z.string().nullable(),
    })
    .nullable(),
  parent: z
    .object({
      id: z.string(),
      full_name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      status: z.enum(ACCOUNT_STATUSES),
    })
    .nullable(),
  payments: z.array(paymentRow),
})
