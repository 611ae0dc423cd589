import { sumCents } from '@aftercare/domain/lib/money'
import { type AppliedPart, applyToOpen, isSameApplication } from '@aftercare/domain/payments/applications'
import { openCents } from '@aftercare/domain/payments/balances'
import { z } from '@hono/zod-openapi'
import type { Queryable, Tx } from '../db/client'
import { childDisplayName } from '../db/display-name'
import { cents, execute, getOne, maybeOne, rows, type Sql, sql } from '../db/sql'
import { AppError } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import { leftOf } from './payment-row'
import {
  assertLeft,
  assertOwner,
  insertPayments,
  type LockedPayment,
  lockPayment,
  type NewPayment,
} from './payments.queries'

/** A submission that a payment can be applied to. */
export const payableRow = z.object({
  id: z.string(),
  child_name: z.string(),
  month: z.object({ month_name: z.string(), year: z.number().int() }).nullable(),
  dropin_date: z.string().nullable(),
  total_fee: z.number(),
})
type Payable = Omit<z.infer<typeof payableRow>, 'total_fee'> & { fee_cents: number; paid_cents: number }

/** What is left of a general payment, and the family's open submissions in the order in which it would pay them. */
export const application = z.object({
  left_amount: z.number(),
  rows: z.array(payableRow.extend({ open_amount: z.number() })),
})
type Application = z.infer<typeof application>

/** Submissions `s`. */
export const listPayable = (db: Queryable, which: Sql): Promise<Payable[]> =>
  rows<Payable>(
    db,
    sql`select s.id, ${childDisplayName} as child_name, s.dropin_date,
        case when m.id is not null then jsonb_build_object('month_name', m.month_name, 'year', m.year) end as month,
        ${cents('s.total_fee')} as fee_cents, ${cents('s.paid_amount')} as paid_cents
      from submissions s left join children c on c.id = s.child_id left join months m on m.id = s.month_id
      where ${which}`,
  )

export const MAX_OPEN = 100

/** Billed or not; the oldest by submission first. */
async function listOpen(db: Queryable, parentId: string) {
  const found = await listPayable(
    db,
    sql`s.parent_id = ${parentId} and s.total_fee > s.paid_amount order by s.submitted_at, s.id limit ${MAX_OPEN}`,
  )
  return found.map(({ paid_cents, ...row }) => ({
    ...row,
    openCents: openCents({ totalFeeCents: row.fee_cents, paidCents: paid_cents }),
  }))
}

type Open = Awaited<ReturnType<typeof listOpen>>

const serializeApplication = (leftCents: number, open: Open): Application => ({
  left_amount: centsToDollars(leftCents),
  rows: open.map(({ fee_cents, openCents: open_cents, ...row }) => ({
    ...row,
    total_fee: centsToDollars(fee_cents),
    open_amount: centsToDollars(open_cents),
  })),
})

export async function findApplication(db: Queryable, id: string): Promise<Application> {
  const payment = await maybeOne<{ parent_id: string; left_cents: number }>(
    db,
    sql`select p.parent_id, ${cents(leftOf('p'))} as left_cents from payments p where p.id = ${id}`,
  )
  if (!payment) throw new AppError('not-found')
  return serializeApplication(payment.left_cents, await listOpen(db, payment.parent_id))
}

type By = Pick<NewPayment, 'recorded_by' | 'created_at'>

/**
 * Applies what is left of a general payment to open submissions, or to the given one: a reversal and new payments, all
 * with its date, which add up to 0. `shown` is what staff were shown: anything else is not applied.
 */
export async function applyPayment(
  tx: Tx,
  id: string,
  { submissionId, shown }: { submissionId: string | null; shown: readonly AppliedPart[] },
  by: By,
): Promise<number> {
  const payment = await lockPayment(tx, id, by.recorded_by)
  assertLeft(payment, 0)
  if (payment.submission_id) throw new AppError('not-general')
  const open = await listLockedOpen(tx, payment.parent_id)
  const chosen = open.filter((row) => submissionId === null || row.id === submissionId)
  // After the open ones: locked before them it would be locked out of their order.
  if (submissionId && chosen.length === 0) await assertOwner(tx, submissionId, payment.parent_id)
  const parts = applyToOpen(payment.left_cents, chosen)
  if (!isSameApplication(shown, parts)) {
    const stored = serializeApplication(payment.left_cents, open)
    throw new AppError('application-changed', {}, { stored })
  }
  const total = sumCents(parts.map((part) => part.cents))
  const moved = { ...moveOf(payment), ...by }
  await insertPayments(tx, [
    { ...moved, submission_id: null, amount_cents: -total, reverses_payment_id: id },
    ...parts.map((part) => ({
      ...moved,
      submission_id: part.submissionId,
      amount_cents: part.cents,
      reverses_payment_id: null,
    })),
  ])
  return total
}

/** Locked in the order of every transaction, before an edit or another payment changes what is open. */
async function listLockedOpen(tx: Tx, parentId: string): Promise<Open> {
  await execute(
    tx,
    sql`select from submissions where parent_id = ${parentId} and total_fee > paid_amount
      order by id for no key update`,
  )
  return listOpen(tx, parentId)
}

/**
 * Makes what is left of a submission's payment part of the general one that it was moved from, or, of one that was
 * recorded for the submission, a general payment. Its amount.
 */
export async function undoApplication(tx: Tx, id: string, by: By): Promise<number> {
  const payment = await lockPayment(tx, id, by.recorded_by)
  const { left_cents, submission_id } = payment
  if (!submission_id) throw new AppError('not-applied')
  assertLeft(payment, 0)
  const moved = { ...moveOf(payment), ...by }
  const general = payment.moved_from_payment_id && (await findGeneral(tx, moved.moved_from_payment_id))
  await insertPayments(tx, [
    { ...moved, submission_id, amount_cents: -left_cents, reverses_payment_id: id },
    {
      ...moved,
      submission_id: null,
      amount_cents: left_cents,
      reverses_payment_id: general,
    },
  ])
  return left_cents
}

/** The payment as received, or, where that was recorded for a submission, what it was first made general as. */
const findGeneral = async (tx: Tx, receivedId: string): Promise<string> => {
  const { id } = await getOne<{ id: string }>(
    tx,
    sql`select id from payments where ${receivedId}::uuid in (id, moved_from_payment_id)
        and submission_id is null and reverses_payment_id is null
      order by id <> ${receivedId}::uuid, created_at, id limit 1`,
  )
  return id
}

/** The money was received once: a row that moves it has its date, method and notes. */
const moveOf = (payment: LockedPayment) => ({
  parent_id: payment.parent_id,
  payment_method: payment.payment_method,
  notes: payment.notes,
  payment_date: payment.payment_date,
  moved_from_payment_id: payment.moved_from_payment_id ?? payment.id,
})
