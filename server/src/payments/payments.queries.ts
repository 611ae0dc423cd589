import { lockOwnAccount } from '../auth/lock-account'
import { type Queryable, sqlStateOf, type Tx } from '../db/client'
import { cents, execute, maybeOne, sql } from '../db/sql'
import type { PaymentRow } from '../db/tables'
import { insertInto } from '../db/write'
import { AppError } from '../errors'
import { findPage, type Page } from '../http/paging'
import { type ListedPayment, type PaymentJson, selectPayments, serializePayment } from './payment-row'

export type NewPayment = Omit<PaymentRow, 'id' | 'reverses_payment_id' | 'import_id' | 'import_key'> & {
  reverses_payment_id?: string
}

export async function listPaymentsOf(db: Queryable, parentId: string, page: Page) {
  const found = await findPage<ListedPayment>(db, page, {
    list: selectPayments(sql`p.parent_id = ${parentId}`),
    counted: sql`from payments where parent_id = ${parentId}`,
  })
  return { ...found, rows: found.rows.map(serializePayment) }
}

export async function getPayment(db: Queryable, id: string): Promise<PaymentJson> {
  const payment = await maybeOne<ListedPayment>(db, selectPayments(sql`p.id = ${id}`))
  if (!payment) throw new AppError('not-found')
  return serializePayment(payment)
}

/** The submission must be this parent's; the database enforces that too. */
export async function createPayment(tx: Tx, payment: NewPayment): Promise<string> {
  await lockOwnAccount(tx, payment.recorded_by)
  if ((await lockPayers(tx, [payment.parent_id])) === 0) throw new AppError('not-found')
  await assertFirstAdult(tx, payment.parent_id)
  if (payment.submission_id) await assertOwner(tx, payment.submission_id, payment.parent_id)
  const id = await insert(tx, payment)
  if (!id) throw new AppError('failed')
  return id
}

/**
 * A family's payments are recorded one after the other: an import that compares its lines with them misses none that is
 * recorded at the same moment. Returns how many of the families exist.
 */
export const lockPayers = (tx: Tx, parentIds: readonly string[]): Promise<number> =>
  execute(tx, sql`select from profiles where id = any(${parentIds}::uuid[]) order by id for no key update`)

/** A family's money is its first adult's. */
async function assertFirstAdult(tx: Tx, parentId: string) {
  const first = await maybeOne<{ name: string }>(
    tx,
    sql`select coalesce(nullif(p.full_name, ''), p.email) as name
      from family_members m join profiles p on p.id = m.parent_id where m.member_id = ${parentId}`,
  )
  if (first) throw new AppError('member-payment', first)
}

async function assertOwner(tx: Tx, submissionId: string, parentId: string) {
  const own = await maybeOne(
    tx,
    // The lock that updating the submission's sum needs anyway; a weaker one first would deadlock two payments.
    sql`select id from submissions where id = ${submissionId} and parent_id = ${parentId} for no key update`,
  )
  if (own) return
  throw new AppError('foreign-submission').onField('submission_id')
}

type Reversed = Pick<
  NewPayment,
  'parent_id' | 'amount_cents' | 'payment_method' | 'submission_id' | 'reverses_payment_id'
>

/** The opposite amount, applied where the payment was, once only. Its id and the amount. */
export async function reversePayment(
  tx: Tx,
  id: string,
  {
    reason,
    ...reversal
  }: { reason: string } & Pick<NewPayment, 'payment_date' | 'recorded_by' | 'created_at'>,
): Promise<{ id: string; amount_cents: number }> {
  const payment = await maybeOne<Reversed>(
    tx,
    sql`select parent_id, ${cents('amount')} as amount_cents, payment_method, submission_id, reverses_payment_id
      from payments where id = ${id}`,
  )
  if (!payment) throw new AppError('not-found')
  if (payment.reverses_payment_id) throw new AppError('reversal-final')
  // The foreign keys lock it too, but in the order of their names.
  await lockOwnAccount(tx, reversal.recorded_by)
  const amount_cents = -payment.amount_cents
  const reversalId = await insert(tx, {
    ...payment,
    ...reversal,
    amount_cents,
    notes: reason,
    reverses_payment_id: id,
  })
  if (!reversalId) throw new AppError('already-reversed')
  return { id: reversalId, amount_cents }
}

const NUMERIC_OVERFLOW = '22003'

/** Null if the payment is already reversed: concurrent reversals wait for each other at the unique key. */
async function insert(tx: Tx, payment: NewPayment): Promise<string | null> {
  try {
    const stored = await maybeOne<{ id: string }>(
      tx,
      sql`${insertInto('payments', [payment])} on conflict (reverses_payment_id) do nothing returning id`,
    )
    return stored?.id ?? null
  } catch (error) {
    if (sqlStateOf(error) !== NUMERIC_OVERFLOW) throw error
    throw new AppError('invalid', {}, { amount: 'The payments for this submission add up to too much' })
  }
}
