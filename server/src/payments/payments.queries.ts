import type { Day } from '@aftercare/domain/lib/days'
import { paymentDateText } from '@aftercare/domain/payments/payment-dates'
import { lockOwnAccount } from '../auth/lock-account'
import { isNumericOverflow, type Queryable, type Tx } from '../db/client'
import { shownName } from '../db/display-name'
import { cents, execute, getOne, maybeOne, money, rows, sql } from '../db/sql'
import type { PaymentRow } from '../db/tables'
import { insertInto } from '../db/write'
import { AppError } from '../errors'
import { findPage, type Page } from '../http/paging'
import {
  isOverpaid,
  isReceived,
  type ListedPayment,
  leftOf,
  type PaymentJson,
  reversed,
  selectPayments,
  serializePayment,
} from './payment-row'

export type NewPayment = Pick<
  PaymentRow,
  | 'parent_id'
  | 'amount_cents'
  | 'payment_method'
  | 'submission_id'
  | 'notes'
  | 'payment_date'
  | 'recorded_by'
  | 'created_at'
> &
  Partial<Pick<PaymentRow, 'reverses_payment_id' | 'moved_from_payment_id'>>

export async function listPaymentsOf(db: Queryable, parentId: string, page: Page) {
  const found = await findPage<ListedPayment & { is_overpaid: boolean }>(db, page, {
    list: selectPayments(sql`p.parent_id = ${parentId}`, isOverpaid),
    counted: sql`from payments where parent_id = ${parentId}`,
  })
  const rows = found.rows.map(({ is_overpaid, ...row }) => ({ ...serializePayment(row), is_overpaid }))
  return { ...found, rows }
}

const MAX_REVERSIBLE = 100

/** The family's payments of which so much is left, the newest first. */
export async function listWithLeft(db: Queryable, parentId: string, amountCents: number) {
  const found = await rows<ListedPayment>(
    db,
    sql`${selectPayments(sql`p.parent_id = ${parentId} and p.reverses_payment_id is null
      and ${leftOf('p')} >= ${money(amountCents)}`)} limit ${MAX_REVERSIBLE}`,
  )
  return found.map(serializePayment)
}

export async function getPayment(db: Queryable, id: string): Promise<PaymentJson> {
  const payment = await maybeOne<ListedPayment>(db, selectPayments(sql`p.id = ${id}`))
  if (!payment) throw new AppError('not-found')
  return serializePayment(payment)
}

/** The submission must be this parent's; the database enforces that too. An equal payment is confirmed first. */
export async function createPayment(
  tx: Tx,
  payment: NewPayment,
  { allow_duplicate, today }: { allow_duplicate: boolean; today: Day },
): Promise<string> {
  await lockOwnAccount(tx, payment.recorded_by)
  if ((await lockPayers(tx, [payment.parent_id])) === 0) throw new AppError('not-found')
  await assertFirstAdult(tx, payment.parent_id)
  if (payment.submission_id) await assertOwner(tx, payment.submission_id, payment.parent_id)
  if (!allow_duplicate) await assertNotRecorded(tx, payment, today)
  const [id] = await insertPayments(tx, [payment])
  if (!id) throw new AppError('failed')
  return id
}

/** Whatever it was applied to: a check that came once is easily typed a second time for another child. */
async function assertNotRecorded(
  tx: Tx,
  { parent_id, amount_cents, payment_date, payment_method }: NewPayment,
  today: Day,
) {
  const equal = await maybeOne(
    tx,
    sql`select p.id from payments p where p.parent_id = ${parent_id} and p.amount = ${money(amount_cents)}
      and p.payment_date = ${payment_date} and p.payment_method is not distinct from ${payment_method}
      and ${isReceived} limit 1`,
  )
  if (!equal) return
  throw new AppError('payment-recorded', {
    amountCents: amount_cents,
    date: paymentDateText(payment_date, today),
  })
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
    sql`select ${shownName('p')} as name
      from family_members m join profiles p on p.id = m.parent_id where m.member_id = ${parentId}`,
  )
  if (first) throw new AppError('member-payment', first)
}

export async function assertOwner(tx: Tx, submissionId: string, parentId: string) {
  const own = await maybeOne(
    tx,
    // The lock that updating the submission's sum needs anyway; a weaker one first would deadlock two payments.
    sql`select id from submissions where id = ${submissionId} and parent_id = ${parentId} for no key update`,
  )
  if (own) return
  throw new AppError('foreign-submission').onField('submission_id')
}

export type LockedPayment = Pick<
  PaymentRow,
  | 'id'
  | 'parent_id'
  | 'amount_cents'
  | 'payment_method'
  | 'submission_id'
  | 'notes'
  | 'payment_date'
  | 'reverses_payment_id'
  | 'moved_from_payment_id'
> & { left_cents: number; reversed_cents: number }

/** With all of the family's payments, so that what is left of it stays until the transaction ends. */
export async function lockPayment(tx: Tx, id: string, recordedBy: string): Promise<LockedPayment> {
  const found = await maybeOne<{ parent_id: string }>(
    tx,
    sql`select parent_id from payments where id = ${id}`,
  )
  if (!found) throw new AppError('not-found')
  await lockOwnAccount(tx, recordedBy)
  await lockPayers(tx, [found.parent_id])
  return getOne<LockedPayment>(
    tx,
    sql`select p.id, p.parent_id, ${cents('p.amount')} as amount_cents, p.payment_method, p.submission_id, p.notes,
        p.payment_date, p.reverses_payment_id, p.moved_from_payment_id, ${cents(leftOf('p'))} as left_cents,
        ${cents(reversed)} as reversed_cents
      from payments p where p.id = ${id}`,
  )
}

/** Throws unless so much is left of the payment. */
export function assertLeft(payment: LockedPayment, amountCents: number): void {
  const { amount_cents, left_cents, reversed_cents, reverses_payment_id } = payment
  if (reverses_payment_id) throw new AppError('reversal-final')
  // A payment of $0.00 has nothing to reverse.
  if (left_cents <= 0 && amount_cents > 0)
    throw new AppError(reversed_cents === amount_cents ? 'already-reversed' : 'nothing-left')
  if (amountCents > left_cents || left_cents <= 0)
    throw new AppError('reversal-too-large', { leftCents: left_cents }).onField('amount')
}

type Reversal = { amount_cents: number | null; reason: string } & Pick<
  NewPayment,
  'payment_date' | 'recorded_by' | 'created_at'
>

/** Of the amount, or of all that is left, applied where the payment was. Its id and the amount. */
export async function reversePayment(
  tx: Tx,
  id: string,
  { reason, amount_cents, ...reversal }: Reversal,
): Promise<{ id: string; amount_cents: number }> {
  const payment = await lockPayment(tx, id, reversal.recorded_by)
  const reversedCents = amount_cents ?? payment.left_cents
  assertLeft(payment, reversedCents)
  const { parent_id, payment_method, submission_id } = payment
  const [reversalId] = await insertPayments(tx, [
    {
      parent_id,
      payment_method,
      submission_id,
      ...reversal,
      amount_cents: -reversedCents,
      notes: reason,
      reverses_payment_id: id,
    },
  ])
  if (!reversalId) throw new AppError('failed')
  return { id: reversalId, amount_cents: -reversedCents }
}

/** Their ids. */
export async function insertPayments(tx: Tx, payments: readonly NewPayment[]): Promise<string[]> {
  try {
    const stored = await rows<{ id: string }>(tx, sql`${insertInto('payments', payments)} returning id`)
    return stored.map(({ id }) => id)
  } catch (error) {
    if (!isNumericOverflow(error)) throw error
    throw new AppError(
      'invalid',
      {},
      { fields: { amount: 'The payments for this submission add up to too much' } },
    )
  }
}
