import { PAYMENT_METHODS } from '@aftercare/domain/payments/balances'
import { z } from '@hono/zod-openapi'
import { cents, type Sql, sql } from '../db/sql'
import { centsToDollars } from '../http/cents-to-dollars'

/** A payment in API responses. A reversal has the opposite amount and the id of what it reverses. */
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
  reversed_by_payment_id: z.string().nullable(),
  created_at: z.string(),
})
export type PaymentJson = z.infer<typeof paymentRow>

export type ListedPayment = Omit<PaymentJson, 'amount'> & { amount_cents: number }

/** Newest payment date first; those of one day, last recorded first. */
export const selectPayments = (condition: Sql): Sql =>
  sql`select p.id, p.parent_id, ${cents('p.amount')} as amount_cents, p.payment_method, p.submission_id, p.notes,
      p.payment_date, p.recorded_by, recorder.full_name as recorded_by_name, p.reverses_payment_id,
      (select r.id from payments r where r.reverses_payment_id = p.id) as reversed_by_payment_id, p.created_at
    from payments p left join profiles recorder on recorder.id = p.recorded_by where ${condition}
    order by p.payment_date desc, p.created_at desc, p.id desc`

export const serializePayment = ({ amount_cents, ...row }: ListedPayment): PaymentJson => ({
  ...row,
  amount: centsToDollars(amount_cents),
})
