import { allergiesText } from '@aftercare/domain/children/allergies'
import { type KnownFamily, sameChildAllergies } from '@aftercare/domain/guest-claims/same-child'
import { ACCOUNT_STATUSES, BILLED_STATUSES, SUBMISSION_STATUSES } from '@aftercare/domain/lib/enums'
import { LANGUAGES } from '@aftercare/domain/lib/language'
import { DERIVED_STATUSES, derivedStatus } from '@aftercare/domain/submissions/submissions'
import { z } from '@hono/zod-openapi'
import { storedChildRow } from '../children/child-row'
import { cancelledDaysOf } from '../db/cancelled-days'
import { childDisplayName, parentDisplayEmail, parentDisplayName } from '../db/display-name'
import { cents, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'
import { centsToDollars, centsToDollarsOrNull } from '../http/cents-to-dollars'
import { monthRow } from '../months/month-row'
import { paymentRow } from '../payments/payment-row'
import { knownFamilyRow } from '../same-child/known-family-row'
import { approvalRow } from './approval-row'
import { cancellationRow } from './cancellation-rows'
import { dayPrices } from './day-prices'
import { submissionRow } from './submission-row'

/** A row of the submissions list, with names, month and status. */
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
  /** Of its month. */
  cancelled_days: z.array(z.number().int()),
  total_fee: z.number(),
  day_prices: dayPrices,
  paid_amount: z.number(),
  billed_status: z.enum(BILLED_STATUSES),
  billed_fee: z.number().nullable(),
  derived_status: z.enum(DERIVED_STATUSES),
  submitted_at: z.string(),
  is_edited: z.boolean(),
  is_cancelled: z.boolean(),
  is_cancel_requested: z.boolean(),
  status: z.enum(SUBMISSION_STATUSES),
  approval: approvalRow.nullable(),
  language: z.enum(LANGUAGES),
  allergies: z.string(),
})
export type ListedSubmission = z.infer<typeof listedSubmissionRow>

/** The domain's rule for an open request, with a partial index. */
export const isCancelRequested = sql`(s.cancel_request is not null and s.cancel_request ->> 'answered_at' is null)`

/** The account's choice, else what was read while submitting: as in the mails about it. */
export const familyLanguage = sql`coalesce(p.language, s.language)`

/** Columns of submissions joined with profiles, children and months. */
export const listedColumns = sql`s.id, s.parent_id, ${parentDisplayName} as parent_name,
  ${parentDisplayEmail} as parent_email, ${childDisplayName} as child_name, s.month_id, m.month_name, m.year,
  s.dropin_date, s.selected_days, ${cancelledDaysOf} as cancelled_days, ${cents('s.total_fee')} as total_fee_cents, s.day_prices, ${cents('s.paid_amount')} as paid_amount_cents, s.billed_status,
  ${cents('s.billed_fee')} as billed_fee_cents, s.submitted_at, s.is_edited,
  s.cancellation is not null as is_cancelled, ${isCancelRequested} as is_cancel_requested, s.status, s.approval, ${familyLanguage} as language, c.allergies as child_allergies, s.guest_child_allergies`

export type ListedColumns = Omit<
  ListedSubmission,
  'month' | 'total_fee' | 'paid_amount' | 'billed_fee' | 'derived_status' | 'allergies'
> &
  Pick<
    SubmissionRow,
    'total_fee_cents' | 'paid_amount_cents' | 'billed_fee_cents' | 'guest_child_allergies'
  > & {
    month_name: string | null
    year: number | null
    child_allergies: string | null
    knownFamily?: KnownFamily | null
  }

export const listedAllergies = (row: ListedColumns): string =>
  allergiesText(row.child_allergies, row.guest_child_allergies, ...sameChildAllergies(row.knownFamily))

export const serializeListed = (row: ListedColumns): ListedSubmission => ({
  id: row.id,
  parent_id: row.parent_id,
  parent_name: row.parent_name,
  parent_email: row.parent_email,
  child_name: row.child_name,
  month_id: row.month_id,
  month: row.month_name === null || row.year === null ? null : { month_name: row.month_name, year: row.year },
  dropin_date: row.dropin_date,
  selected_days: row.selected_days,
  cancelled_days: row.cancelled_days,
  total_fee: centsToDollars(row.total_fee_cents),
  day_prices: row.day_prices,
  paid_amount: centsToDollars(row.paid_amount_cents),
  billed_status: row.billed_status,
  billed_fee: centsToDollarsOrNull(row.billed_fee_cents),
  derived_status: statusOf(row),
  submitted_at: row.submitted_at,
  is_edited: row.is_edited,
  is_cancelled: row.is_cancelled,
  is_cancel_requested: row.is_cancel_requested,
  status: row.status,
  approval: row.approval,
  language: row.language,
  allergies: listedAllergies(row),
})

export const statusOf = (
  row: Pick<ListedColumns, 'total_fee_cents' | 'paid_amount_cents' | 'billed_status' | 'status'>,
) =>
  derivedStatus({
    totalFeeCents: row.total_fee_cents,
    paidCents: row.paid_amount_cents,
    billedStatus: row.billed_status,
    status: row.status,
  })

export const submissionChildRow = storedChildRow.omit({ parent_id: true, created_at: true, updated_at: true })

/** A submission with everything that staff see. */
export const submissionDetailRow = submissionRow.extend({
  /** Days of the month on which the child was marked as arrived: they stay booked. */
  attended_days: z.array(z.number().int()),
  cancellation: cancellationRow.nullable(),
  paid_amount: z.number(),
  billed_fee: z.number().nullable(),
  derived_status: z.enum(DERIVED_STATUSES),
  /** Of its month, also of a drop-in's, which is not joined. */
  cancelled_days: z.array(z.number().int()),
  month: monthRow.nullable(),
  child: submissionChildRow.nullable(),
  parent: z
    .object({
      id: z.string(),
      full_name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      status: z.enum(ACCOUNT_STATUSES),
      language: z.enum(LANGUAGES).nullable(),
    })
    .nullable(),
  /** The parent's or guest's; what another adult of the family typed is not. */
  phone: z.string().nullable(),
  known_family: knownFamilyRow.nullable(),
  /** What the family or guest was reading when they last agreed. */
  language: z.enum(LANGUAGES),
  /** As it was agreed to; null if it was not stored. */
  agreement: z.object({ language: z.enum(LANGUAGES), items: z.array(z.string()) }).nullable(),
  payments: z.array(paymentRow),
})
