import { PAYMENT_METHODS } from '@aftercare/domain/balances'
import { z } from '@hono/zod-openapi'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { payments, profiles } from '../db/schema'
import { inDollars } from '../months/month-row'

/** A payment as the API answers it. A reversal bears the opposite amount and the id of what it reverses. */
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

/** Newest payment date first; those of one day, last recorded first. */
export async function selectPayments(
  db: Queryable,
  condition: SQL | undefined,
  page: { limit: number; offset: number },
): Promise<PaymentJson[]> {
  const rows = await db
    .select({
      id: payments.id,
      parent_id: payments.parent_id,
      amount_cents: payments.amount_cents,
      payment_method: payments.payment_method,
      submission_id: payments.submission_id,
      notes: payments.notes,
      payment_date: payments.payment_date,
      recorded_by: payments.recorded_by,
      recorded_by_name: profiles.full_name,
      reverses_payment_id: payments.reverses_payment_id,
      reversed_by_payment_id: sql<
        string | null
      >`(select r.id from payments r where r.reverses_payment_id = "payments"."id")`,
      created_at: payments.created_at,
    })
    .from(payments)
    .leftJoin(profiles, eq(profiles.id, payments.recorded_by))
    .where(condition)
    .orderBy(sql`${payments.payment_date} desc, ${payments.created_at} desc, ${payments.id} desc`)
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(({ amount_cents, ...row }) => ({ ...row, amount: inDollars(amount_cents) }))
}
