import { randomUUID } from 'node:crypto'
import { erasePaymentLines } from '@aftercare/domain/imports/erased-lines'
import { recogniseColumns } from '@aftercare/domain/imports/import-columns'
import type { DateOrder } from '@aftercare/domain/imports/import-dates'
import { headingKey, isReportFooter } from '@aftercare/domain/imports/import-table'
import { PAYMENT_FIELDS } from '@aftercare/domain/imports/payment-fields'
import { paymentNotes, readPayments } from '@aftercare/domain/imports/payment-lines'
import {
  NO_CHOICES,
  type PaymentChoices,
  paymentReviewChanges,
  type ReviewedPayment,
  reviewPayments,
} from '@aftercare/domain/imports/payment-review'
import { sumCents } from '@aftercare/domain/lib/money'
import { recordAudit, recordAuditEntries } from '../audit/audit.queries'
import { lockOwnAccount } from '../auth/lock-account'
import { isNumericOverflow, type Tx } from '../db/client'
import { execute, money, sql, toJson } from '../db/sql'
import { insertInto } from '../db/write'
import { AppError } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import type { ImportKind } from '../imports/import-kind'
import { lockPayers } from '../payments/payments.queries'
import { importKeyOf, loadReviewContext } from './review-context.queries'

export type PaymentOutcome = { dateOrder: DateOrder; lines: ReviewedPayment[] }

type ReadyLine = ReviewedPayment & { date: string; cents: number; familyId: string }

const isReady = (line: ReviewedPayment): line is ReadyLine => line.state === 'ready'

/** Payments from a file of the biller or the bank. */
export const PAYMENT_IMPORT: ImportKind<PaymentChoices, PaymentOutcome, { importId: string }> = {
  name: 'payments',
  lock: 'payment imports',
  fields: PAYMENT_FIELDS,
  headingKey,
  recognise: (contents) => recogniseColumns(contents, PAYMENT_FIELDS),
  isFooter: isReportFooter,
  initialChoices: NO_CHOICES,
  async review(db, services, contents, choices) {
    const { columns, dateOrder: chosen } = choices
    const read = readPayments(contents, columns, { today: services.clock.today(), dateOrder: chosen })
    const context = await loadReviewContext(db, services, read.lines, choices)
    return { dateOrder: read.dateOrder, lines: reviewPayments(read.lines, choices, context) }
  },
  isImported: isReady,
  lockFor: (tx, c, lines) => lockPaid(tx, c, lines.filter(isReady)),
  changes: paymentReviewChanges,
  erase: erasePaymentLines,
  async write(tx, c, { file_name, outcome }) {
    const ready = outcome.lines.filter(isReady)
    const importId = await insertImport(tx, c, file_name, ready)
    await insertImportedPayments(tx, c, importId, ready)
    await rememberPayers(tx, c, importId, ready)
    return { importId }
  },
}

/** All at once, in the order of every transaction: what the inserts lock anyway, and the families' payments. */
async function lockPaid(tx: Tx, c: AppContext, lines: readonly ReadyLine[]): Promise<void> {
  const families = [...new Set(lines.map(({ familyId }) => familyId))]
  const submissions = [...new Set(lines.flatMap(({ submissionId }) => submissionId ?? []))]
  await lockOwnAccount(tx, accountOf(c).id)
  await lockPayers(tx, families)
  const reversed = lines.flatMap(({ reversesId }) => reversesId ?? [])
  await execute(
    tx,
    sql`select from submissions where id = any(${submissions}::uuid[])
        or id in (select submission_id from payments where id = any(${reversed}::uuid[]))
      order by id for no key update`,
  )
}

async function insertImport(
  tx: Tx,
  c: AppContext,
  file_name: string,
  lines: readonly ReadyLine[],
): Promise<string> {
  const { clock } = c.var.services
  const id = randomUUID()
  const amount_cents = sumCents(lines.map(({ cents }) => cents))
  await execute(
    tx,
    insertInto('payment_imports', [
      {
        id,
        file_name,
        payments: lines.length,
        amount_cents,
        imported_by: accountOf(c).id,
        imported_at: clock.now().toISOString(),
      },
    ]),
  )
  await recordAudit(tx, c.var, 'payment-import.create', 'payment_imports', id, {
    file_name,
    payments: lines.filter(({ reversesId }) => reversesId === null).length,
    reversals: lines.filter(({ reversesId }) => reversesId !== null).length,
    amount: centsToDollars(amount_cents),
  })
  return id
}

async function insertImportedPayments(tx: Tx, c: AppContext, importId: string, lines: readonly ReadyLine[]) {
  const { clock } = c.var.services
  const payments = lines.map((line) => ({
    id: randomUUID(),
    parent_id: line.familyId,
    amount: money(line.cents),
    payment_method: line.method,
    submission_id: line.submissionId,
    reverses_payment_id: line.reversesId,
    notes: paymentNotes(line),
    payment_date: line.date,
    import_key: importKeyOf(line),
  }))
  try {
    await execute(
      tx,
      sql`insert into payments (id, parent_id, amount, payment_method, submission_id, notes, payment_date, reverses_payment_id,
          import_key, import_id, recorded_by, created_at)
        select e.id, e.parent_id, e.amount, coalesce(e.payment_method, reversed.payment_method),
          coalesce(e.submission_id, reversed.submission_id), e.notes, e.payment_date, e.reverses_payment_id, e.import_key,
          ${importId}::uuid, ${accountOf(c).id}::uuid, ${clock.now().toISOString()}::timestamptz
        from jsonb_to_recordset(${toJson(payments)}::jsonb) as e (id uuid, parent_id uuid, amount numeric,
          payment_method text, submission_id uuid, notes text, payment_date date, reverses_payment_id uuid, import_key text)
        left join payments reversed on reversed.id = e.reverses_payment_id`,
    )
  } catch (error) {
    if (!isNumericOverflow(error)) throw error
    throw new AppError('import-rejected', { reason: 'The payments for one submission add up to too much.' })
  }
  await recordAuditEntries(
    tx,
    c.var,
    payments.map(({ id, import_key: _, ...detail }) => ({
      action: detail.reverses_payment_id ? 'payment.reverse' : 'payment.record',
      table: 'payments',
      rowId: id,
      detail: { ...detail, import_id: importId },
    })),
  )
}

/**
 * Also those found by name: a second family with this name may appear later. An email is found by itself. A payer belongs to the
 * import that first recorded it for this family, and is forgotten with it.
 */
async function rememberPayers(
  tx: Tx,
  c: AppContext,
  importId: string,
  lines: readonly ReadyLine[],
): Promise<void> {
  const payers = new Map(
    lines
      .filter(({ payerKey, foundBy }) => payerKey !== '' && foundBy !== 'email')
      .map(({ payerKey, familyId }) => [payerKey, familyId]),
  )
  const found = [...payers].map(([payer_key, parent_id]) => ({ payer_key, parent_id }))
  await execute(
    tx,
    sql`insert into remembered_payers as known (payer_key, parent_id, import_id, updated_at)
      select e.payer_key, e.parent_id, ${importId}::uuid, ${c.var.services.clock.now().toISOString()}::timestamptz
      from jsonb_to_recordset(${toJson(found)}::jsonb) as e (payer_key text, parent_id uuid)
      on conflict (payer_key) do update set parent_id = excluded.parent_id, updated_at = excluded.updated_at,
        import_id = case when known.parent_id = excluded.parent_id then known.import_id else excluded.import_id end`,
  )
}
