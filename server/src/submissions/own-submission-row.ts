import { z } from '@hono/zod-openapi'
import type { Queryable } from '../db/client'
import { AppError } from '../errors'
import { centsToDollarsOrNull } from '../http/cents-to-dollars'
import { monthRow } from '../months/month-row'
import { serializeForFamily, submissionRow } from './submission-row'
import {
  type EarlierRegistrationRow,
  findOwnSubmission,
  type JoinedMonth,
  type JoinedSubmission,
  type OwnColumns,
} from './submissions.queries'

/** The calendar of a month. */
export const calendarRow = monthRow.omit({
  id: true,
  is_active: true,
  created_at: true,
  updated_at: true,
  version: true,
})

/** A submission as its family sees it. Without guest_child_notes, where staff write their notes. */
export const ownSubmissionRow = submissionRow.omit({ guest_child_notes: true }).extend({
  /** Of a drop-in: the programme cancelled its day. */
  is_cancelled: z.boolean(),
  /** Days of the month on which the child was marked as arrived: an edit cannot give them up. */
  attended_days: z.array(z.number().int()),
  /** Days for which the child is marked as not coming. */
  absent_days: z.array(z.number().int()),
  /** Nor today and past days. */
  begun_days_stay: z.boolean(),
  /** Null while families do not see what they owe. */
  paid_amount: z.number().nullable(),
  children: z.object({ name: z.string() }).nullable(),
  months: calendarRow.nullable(),
})

/** A child's latest registration: enough to choose the same weekdays again. */
const earlierRow = z.object({
  child_id: z.string(),
  selected_days: z.array(z.number().int()),
  months: calendarRow,
})

export const earlierRows = z.object({ rows: z.array(earlierRow) })
export const monthQuery = z.object({ month_id: z.guid() })

/** Which child is registered for which month, and has a drop-in on which day. */
export const registeredRows = z.object({
  rows: z.array(
    z.object({
      month_id: z.string().nullable(),
      child_id: z.string().nullable(),
      dropin_date: z.string().nullable(),
    }),
  ),
})

export const serializeEarlier = ({ child_id, selected_days, ...month }: EarlierRegistrationRow) => ({
  child_id,
  selected_days,
  months: serializeCalendar(month),
})

export type OwnSubmission = z.infer<typeof ownSubmissionRow>

export const serializeOwnSubmission = (row: JoinedSubmission): OwnSubmission =>
  serializeOwn(row, row.month_id === null ? null : serializeCalendar(row))

/** Throws for another family's. */
export async function getOwnSubmission(db: Queryable, parentId: string, id: string): Promise<OwnSubmission> {
  const row = await findOwnSubmission(db, parentId, id)
  if (!row) throw new AppError('not-found')
  return serializeOwnSubmission(row)
}

export const serializeOwn = (submission: OwnColumns, months: OwnSubmission['months']): OwnSubmission => ({
  ...serializeForFamily(submission),
  // Staff's drop-ins copy the first adult's phone number, which other adults must not see.
  guest_parent_phone: null,
  is_cancelled: submission.is_cancelled,
  attended_days: submission.attended_days,
  absent_days: submission.absent_days,
  begun_days_stay: submission.begun_days_stay,
  paid_amount: centsToDollarsOrNull(submission.shown_paid_cents),
  children: submission.child_name === null ? null : { name: submission.child_name },
  months,
})

/** Only the calendar's fields, whatever else was selected. */
export const serializeCalendar = (month: JoinedMonth): z.infer<typeof calendarRow> => ({
  month_name: month.month_name,
  year: month.year,
  regular_price: centsToDollarsOrNull(month.regular_price_cents),
  special_price: centsToDollarsOrNull(month.special_price_cents),
  special_days: month.special_days,
  closed_days: month.closed_days,
  cancelled_days: month.cancelled_days,
  day_types: month.day_types,
  seats: month.seats,
  day_seats: month.day_seats,
  taken_seats: month.taken_seats,
})
