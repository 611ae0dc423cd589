import { DATE_ORDERS } from '@aftercare/domain/imports/import-dates'
import { PAYMENT_FIELDS } from '@aftercare/domain/imports/payment-fields'
import { FOUND_BY_LABELS, type FoundBy } from '@aftercare/domain/imports/payment-matching'
import { type PaymentChoices, REVIEW_STATES, reviewTotals } from '@aftercare/domain/imports/payment-review'
import { PAYMENT_METHODS } from '@aftercare/domain/payments/balances'
import { z } from '@hono/zod-openapi'
import type { Queryable } from '../db/client'
import { shownName } from '../db/display-name'
import { cents, rows, sql } from '../db/sql'
import { centsToDollars, centsToDollarsOrNull } from '../http/cents-to-dollars'
import { pageOnly } from '../http/paging'
import type { FoundReview } from '../imports/import-kind'
import { columnsField, pageOfLines, reviewLine, reviewRow } from '../imports/review-routes'
import { listPayable, payableRow } from '../payments/apply-payment'
import type { PaymentOutcome } from './import-payments'

const FOUND_BY = Object.keys(FOUND_BY_LABELS) as [FoundBy, ...FoundBy[]]

const reviewLineRow = reviewLine(REVIEW_STATES).extend({
  date: z.string().nullable(),
  date_text: z.string(),
  amount: z.number().nullable(),
  amount_text: z.string(),
  payer: z.string(),
  email: z.string(),
  reference: z.string(),
  payment_method: z.enum(PAYMENT_METHODS).nullable(),
  note: z.string(),
  family: z.object({ id: z.string(), name: z.string() }).nullable(),
  found_by: z.enum(FOUND_BY).nullable(),
  /** To which the payment is applied. */
  submission: payableRow.extend({ paid_amount: z.number() }).nullable(),
  /** The payment that a line below $0 reverses. */
  reverses: z.object({ id: z.string(), payment_date: z.string(), amount: z.number() }).nullable(),
  /** By staff: skipped, or imported although it is already recorded. */
  is_skipped: z.boolean(),
  is_included: z.boolean(),
  is_unreadable: z.boolean(),
})

const figures = z.object({ count: z.number().int(), amount: z.number() })

export const paymentReviewRow = reviewRow(reviewLineRow).extend({
  columns: columnsField(PAYMENT_FIELDS),
  date_order: z.enum(DATE_ORDERS),
  totals: z.object({
    ready: figures,
    /** Of the ready lines, those below $0. */
    reversals: figures,
    choose: figures,
    choose_payment: figures,
    recorded: figures,
    skipped: figures,
  }),
})

export const paymentReviewQuery = pageOnly(50).extend({
  state: z.enum(['all', ...REVIEW_STATES]).default('all'),
})

const dollars = ({ count, cents }: { count: number; cents: number }) => ({
  count,
  amount: centsToDollars(cents),
})

/** One page of the review, with today's names. */
export async function serializeReview(
  db: Queryable,
  review: FoundReview<PaymentChoices, PaymentOutcome>,
  query: z.infer<typeof paymentReviewQuery>,
): Promise<z.infer<typeof paymentReviewRow>> {
  const { choices, outcome } = review
  const { rows: lines, ...page } = pageOfLines(review, query)
  const [names, submissions, reversed] = await Promise.all([
    listNames(
      db,
      lines.flatMap(({ familyId }) => familyId ?? []),
    ),
    listSubmissions(
      db,
      lines.flatMap(({ submissionId }) => submissionId ?? []),
    ),
    listReversed(
      db,
      lines.flatMap(({ reversesId }) => reversesId ?? []),
    ),
  ])
  const totals = reviewTotals(outcome.lines)
  return {
    ...page,
    columns: choices.columns,
    date_order: outcome.dateOrder,
    totals: {
      ready: dollars(totals.ready),
      reversals: dollars(totals.reversals),
      choose: dollars(totals.choose),
      choose_payment: dollars(totals.choose_payment),
      recorded: dollars(totals.recorded),
      skipped: dollars(totals.skipped),
    },
    rows: lines.map((line) => ({
      id: String(line.line),
      line: line.line,
      state: line.state,
      reason: line.reason,
      date: line.date,
      date_text: line.dateText,
      amount: centsToDollarsOrNull(line.cents),
      amount_text: line.amountText,
      payer: line.payer,
      email: line.email,
      reference: line.reference,
      payment_method: line.method,
      note: line.note,
      family: line.familyId === null ? null : { id: line.familyId, name: names.get(line.familyId) ?? '' },
      found_by: line.foundBy,
      submission: line.submissionId === null ? null : (submissions.get(line.submissionId) ?? null),
      reverses: line.reversesId ? (reversed.get(line.reversesId) ?? null) : null,
      is_skipped: choices.skipped[line.line] === true,
      is_included: choices.included[line.line] === true,
      is_unreadable: line.error !== undefined,
    })),
  }
}

async function listNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    db,
    sql`select id, ${shownName('profiles')} as name from profiles where id = any(${ids}::uuid[])`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

async function listReversed(db: Queryable, ids: readonly string[]) {
  const found = await rows<{ id: string; payment_date: string; amount_cents: number }>(
    db,
    sql`select id, payment_date, ${cents('amount')} as amount_cents from payments where id = any(${ids}::uuid[])`,
  )
  return new Map(
    found.map(({ amount_cents, ...row }) => [row.id, { ...row, amount: centsToDollars(amount_cents) }]),
  )
}

async function listSubmissions(db: Queryable, ids: readonly string[]) {
  const found = await listPayable(db, sql`s.id = any(${ids}::uuid[])`)
  return new Map(
    found.map(({ fee_cents, paid_cents, ...row }) => [
      row.id,
      { ...row, total_fee: centsToDollars(fee_cents), paid_amount: centsToDollars(paid_cents) },
    ]),
  )
}
