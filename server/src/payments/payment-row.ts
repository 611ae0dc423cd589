import { PAYMENT_METHODS } from '@aftercare/domain/payments/balances'
import { z } from '@hono/zod-openapi'
import { shownName } from '../db/display-name'
import { cents, empty, identifier, type Sql, sql } from '../db/sql'
import { centsToDollars } from '../http/cents-to-dollars'

/** A payment in API responses. A reversal has the opposite amount, or a part of it, and the id of what it reverses. */
export const paymentRow = z.object({
  id: z.string(),
  parent_id: z.string(),
  amount: z.number(),
  payment_method: z.enum(PAYMENT_METHODS).nullable(),
  submission_id: z.string().nullable(),
  notes: z.string().nullable(),
  payment_date: z.string(),
  recorded_by: z.string(),
  recorded_by_name: z.string().nullable(),
  reverses_payment_id: z.string().nullable(),
  /** The last reversal of a payment that was reversed until nothing was left. */
  reversed_by_payment_id: z.string().nullable(),
  /** The general payment whose money this row moves to a submission, or back. */
  moved_from_payment_id: z.string().nullable(),
  /** What can still be reversed or applied; 0 for a reversal. */
  left_amount: z.number(),
  /** Of the rest, what was reversed; the other part was applied. */
  reversed_amount: z.number(),
  created_at: z.string(),
})
export type PaymentJson = z.infer<typeof paymentRow>

/** `is_overpaid`: more was paid for its submission than that costs, as after a cancellation. */
export const parentPaymentRow = paymentRow.extend({ is_overpaid: z.boolean() })
export const isOverpaid = sql`, exists (
  select from submissions s where s.id = p.submission_id and s.paid_amount > s.total_fee) as is_overpaid`

export type ListedPayment = Omit<PaymentJson, 'amount' | 'left_amount' | 'reversed_amount'> & {
  amount_cents: number
  left_cents: number
  reversed_cents: number
}

/** What neither reversals nor moves have taken of a payment. 0 for a reversal. */
export const leftOf = (payment: 'p' | 'moved'): Sql => {
  const p = identifier(payment)
  return sql`case when ${p}.reverses_payment_id is null then ${p}.amount + (
    select coalesce(sum(r.amount), 0) from payments r where r.reverses_payment_id = ${p}.id) else 0 end`
}

/** Of payment `p`, without what was moved. */
export const reversed = sql`(select coalesce(-sum(r.amount), 0) from payments r
  where r.reverses_payment_id = p.id and r.moved_from_payment_id is null)`

/**
 * Whether `p` is money that the family has paid and still has with the programme: not a reversal, not reversed in full,
 * wherever it was moved. What it was moved to does not count again.
 */
export const isReceived = sql`p.reverses_payment_id is null and p.moved_from_payment_id is null
  and (p.amount = 0 or ${leftOf('p')} > 0 or exists (select from payments moved
    where moved.moved_from_payment_id = p.id and ${leftOf('moved')} > 0))`

/** Newest payment date first; those of one day, last recorded first. */
export const selectPayments = (condition: Sql, more: Sql = empty): Sql =>
  sql`select p.id, p.parent_id, ${cents('p.amount')} as amount_cents, p.payment_method, p.submission_id, p.notes,
      p.payment_date, p.recorded_by, ${shownName('recorder')} as recorded_by_name, p.reverses_payment_id,
      p.moved_from_payment_id, ${cents(leftOf('p'))} as left_cents, ${cents(reversed)} as reversed_cents,
      case when ${leftOf('p')} = 0 then (select r.id from payments r
        where r.reverses_payment_id = p.id and r.moved_from_payment_id is null and r.amount <= 0
        order by r.created_at desc, r.id limit 1) end as reversed_by_payment_id, p.created_at ${more}
    from payments p left join profiles recorder on recorder.id = p.recorded_by where ${condition}
    order by p.payment_date desc, p.created_at desc, p.id desc`

export const serializePayment = ({
  amount_cents,
  left_cents,
  reversed_cents,
  ...row
}: ListedPayment): PaymentJson => ({
  ...row,
  amount: centsToDollars(amount_cents),
  left_amount: centsToDollars(left_cents),
  reversed_amount: centsToDollars(reversed_cents),
})
