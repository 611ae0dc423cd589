import { sumCents } from '@aftercare/domain/lib/money'
import { z } from '@hono/zod-openapi'
import { recordAuditEntries } from '../audit/audit.queries'
import { lockOwnAccount } from '../auth/lock-account'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable, Tx } from '../db/client'
import { shownName } from '../db/display-name'
import { cents, execute, maybeOne, rows, sql } from '../db/sql'
import { AppError } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import type { AppContext } from '../http/context'
import { findPage, type Page } from '../http/paging'
import { accountOf } from '../http/route'
import { leftOf } from '../payments/payment-row'
import { lockPayers } from '../payments/payments.queries'

export const paymentImportRow = z.object({
  id: z.string(),
  file_name: z.string(),
  payments: z.number().int(),
  reversals: z.number().int(),
  /** Of both together. */
  amount: z.number(),
  imported_at: z.string(),
  imported_by_name: z.string(),
  undone_at: z.string().nullable(),
  undone_by_name: z.string().nullable(),
})
type PaymentImport = z.infer<typeof paymentImportRow>

type ImportRow = Omit<PaymentImport, 'amount'> & { amount_cents: number }

/** A row's `payments` are all its lines, those that are reversals included. */
const selectImports = sql`select i.id, i.file_name, i.payments - r.reversals as payments, r.reversals, ${cents(sql`i.amount`)} as amount_cents, i.imported_at,
    i.undone_at, coalesce(${shownName('b')}, '') as imported_by_name,
    ${shownName('u')} as undone_by_name
  from payment_imports i left join profiles b on b.id = i.imported_by left join profiles u on u.id = i.undone_by
    cross join lateral (select count(*) as reversals from payments p
      where p.import_id = i.id and p.reverses_payment_id is not null) r`

const serializeImport = ({ amount_cents, ...row }: ImportRow): PaymentImport => ({
  ...row,
  amount: centsToDollars(amount_cents),
})

export async function listImports(db: Queryable, page: Page) {
  const found = await findPage<ImportRow>(db, page, {
    list: sql`${selectImports} order by i.imported_at desc, i.id desc`,
    counted: sql`from payment_imports`,
  })
  return { ...found, rows: found.rows.map(serializeImport) }
}

export async function getImport(db: Queryable, id: string): Promise<PaymentImport> {
  const found = await maybeOne<ImportRow>(db, sql`${selectImports} where i.id = ${id}`)
  if (!found) throw new AppError('not-found')
  return serializeImport(found)
}

const UNDO_REASON = 'Import undone'

/** Reverses each payment of the import that is not reversed yet, once, and forgets the payers it remembered. */
export async function undoImport(tx: Tx, c: AppContext, id: string): Promise<void> {
  const { clock } = c.var.services
  const at = clock.now().toISOString()
  await acquireAdvisoryLock(tx, 'payment imports')
  await lockOwnAccount(tx, accountOf(c).id)
  const isOpen = await execute(
    tx,
    sql`update payment_imports set undone_at = ${at}, undone_by = ${accountOf(c).id}
      where id = ${id} and undone_at is null`,
  )
  if (!isOpen) throw new AppError((await getImport(tx, id)) && 'import-undone')
  const reversals = await insertReversals(tx, c, id, at)
  await execute(tx, sql`delete from remembered_payers where import_id = ${id}`)
  const total = sumCents(reversals.map(({ amount_cents }) => amount_cents))
  await recordAuditEntries(tx, c.var, [
    {
      action: 'payment-import.undo',
      table: 'payment_imports',
      rowId: id,
      detail: { payments: reversals.length, amount: centsToDollars(-total) },
    },
    ...reversals.map(({ id: rowId, amount_cents, reverses_payment_id }) => ({
      action: 'payment.reverse',
      table: 'payments',
      rowId,
      detail: { reverses_payment_id, amount: centsToDollars(amount_cents), reason: UNDO_REASON },
    })),
  ])
}

type Reversal = { id: string; amount_cents: number; reverses_payment_id: string }

/** Also what was moved from its payments; and the payments that it reversed get back what it took. */
async function insertReversals(tx: Tx, c: AppContext, importId: string, at: string): Promise<Reversal[]> {
  const ofImport = sql`from payments p where p.import_id = ${importId}
    or p.moved_from_payment_id in (select id from payments where import_id = ${importId})`
  const payers = await rows<{ parent_id: string }>(tx, sql`select distinct p.parent_id ${ofImport}`)
  await lockPayers(
    tx,
    payers.map(({ parent_id }) => parent_id),
  )
  await execute(
    tx,
    sql`select from submissions where id in (select p.submission_id ${ofImport}) order by id for no key update`,
  )
  return rows<Reversal>(
    tx,
    sql`insert into payments (parent_id, amount, payment_method, submission_id, notes, payment_date, recorded_by,
        reverses_payment_id, created_at)
      select undone.parent_id, -undone.undone_amount, undone.payment_method, undone.submission_id, ${UNDO_REASON},
        ${c.var.services.clock.today()}::date, ${accountOf(c).id}::uuid, undone.reverses, ${at}::timestamptz
      from (
        select p.*, p.id as reverses, ${leftOf('p')} as undone_amount ${ofImport}
        union all
        select p.*, p.reverses_payment_id, p.amount from payments p
          where p.import_id = ${importId} and p.reverses_payment_id is not null and not exists (
            select from payments o join payments source on source.id = coalesce(o.moved_from_payment_id, o.id)
              join payment_imports i on i.id = source.import_id
            where o.id = p.reverses_payment_id and i.undone_at is not null)) undone
      where undone.undone_amount <> 0
      returning id, ${cents('amount')} as amount_cents, reverses_payment_id`,
  )
}
