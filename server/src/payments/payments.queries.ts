import { and, eq, sql } from 'drizzle-orm'
import { isUniqueViolation, type Queryable, sqlStateOf, type Tx } from '../db/client'
import { payments, profiles, submissions } from '../db/schema'
import { AppError } from '../errors'
import { offsetOf } from '../http/paging'
import { type PaymentJson, selectPayments } from './payment-row'

export type NewPayment = Omit<typeof payments.$inferInsert, 'id' | 'created_at'>

export async function listPaymentsOf(db: Queryable, parentId: string, query: { page: number; size: number }) {
  const ofParent = eq(payments.parent_id, parentId)
  const [rows, [count]] = await Promise.all([
    selectPayments(db, ofParent, { limit: query.size, offset: offsetOf(query) }),
    db.select({ total: sql<number>`count(*)::int` }).from(payments).where(ofParent),
  ])
  return { rows, total: count?.total ?? 0, page: query.page, size: query.size }
}

async function findPayment(db: Queryable, id: string): Promise<PaymentJson | null> {
  const [row] = await selectPayments(db, eq(payments.id, id), { limit: 1, offset: 0 })
  return row ?? null
}

/** A submission that money is applied to must be this parent's; the database holds that too. */
export async function createPayment(tx: Tx, payment: NewPayment): Promise<PaymentJson> {
  const [parent] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, payment.parent_id))
  if (!parent) throw new AppError('not-found')
  if (payment.submission_id) await checkOwner(tx, payment.submission_id, payment.parent_id)
  return insert(tx, payment)
}

async function checkOwner(tx: Tx, submissionId: string, parentId: string) {
  const [own] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.parent_id, parentId)))
    // The lock that the sum on the submission needs anyway; a weaker one first would deadlock two payments.
    .for('no key update')
  if (own) return
  const refusal = new AppError('foreign-submission')
  throw new AppError('foreign-submission', {}, { submission_id: refusal.message })
}

/** The opposite amount, applied where the payment was, once only. */
export async function reversePayment(
  tx: Tx,
  id: string,
  reversal: { reason: string; payment_date: string; recorded_by: string },
): Promise<PaymentJson> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id))
  if (!payment) throw new AppError('not-found')
  if (payment.reverses_payment_id) throw new AppError('reversal-final')
  try {
    return await tx.transaction((inner) =>
      insert(inner, {
        parent_id: payment.parent_id,
        amount_cents: -payment.amount_cents,
        payment_method: payment.payment_method,
        submission_id: payment.submission_id,
        notes: reversal.reason,
        payment_date: reversal.payment_date,
        recorded_by: reversal.recorded_by,
        reverses_payment_id: payment.id,
      }),
    )
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('already-reversed')
    throw error
  }
}

const NUMERIC_OVERFLOW = '22003'

async function insert(tx: Tx, payment: NewPayment): Promise<PaymentJson> {
  try {
    const [row] = await tx.insert(payments).values(payment).returning({ id: payments.id })
    const stored = row && (await findPayment(tx, row.id))
    if (!stored) throw new AppError('failed')
    return stored
  } catch (error) {
    if (sqlStateOf(error) !== NUMERIC_OVERFLOW) throw error
    throw new AppError('invalid', {}, { amount: 'All payments for this submission together are too much' })
  }
}
