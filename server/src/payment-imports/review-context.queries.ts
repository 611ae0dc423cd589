import { createHash } from 'node:crypto'
import type { PaymentLine } from '@aftercare/domain/imports/payment-lines'
import { createFamilyFinder, type PayingFamily } from '@aftercare/domain/imports/payment-matching'
import {
  familyOf,
  isRefund,
  lineKey,
  type PaymentChoices,
  type ReviewContext,
} from '@aftercare/domain/imports/payment-review'
import { dayInZone } from '@aftercare/domain/lib/days'
import { openCents } from '@aftercare/domain/payments/balances'
import type { Queryable } from '../db/client'
import { shownName } from '../db/display-name'
import { cents, identifier, rows, sql } from '../db/sql'
import type { Services } from '../http/context'
import { isReceived, leftOf } from '../payments/payment-row'

/** A hash, so that the payer's name is not stored with the payment. */
export const importKeyOf = (line: PaymentLine): string =>
  createHash('sha256').update(lineKey(line)).digest('hex')

/** Everything the review compares the lines with, read set by set however many lines there are. */
export async function loadReviewContext(
  db: Queryable,
  { config }: Pick<Services, 'config'>,
  lines: readonly PaymentLine[],
  choices: Pick<PaymentChoices, 'families'>,
): Promise<ReviewContext> {
  const families = await listPayingFamilies(db)
  const remembered = await listRemembered(db, lines)
  const findFamily = createFamilyFinder(families, remembered)
  const familyIds = new Set(families.map(({ id }) => id))
  const isFamily = (id: string) => familyIds.has(id)
  const concerned = new Set(
    lines.flatMap((line) => familyOf(line, choices, { findFamily, isFamily }).familyId ?? []),
  )
  const concernedIds = [...concerned]
  const imported = await listImported(db, lines)
  const recorded = await listRecorded(db, lines, concernedIds)
  const open = await listOpenAmounts(db, concernedIds)
  const left = lines.some(isRefund) ? await listLeftAmounts(db, concernedIds) : new Map()
  return {
    findFamily,
    isFamily,
    lastImport: (line) => {
      const last = imported.get(importKeyOf(line))
      return last
        ? { id: last.id, day: dayInZone(new Date(last.imported_at), config.program.timeZone) }
        : null
    },
    hasPayment: (familyId, { date, cents }) => recorded.has(`${familyId} ${date} ${cents}`),
    openAmounts: (familyId) => open.get(familyId) ?? [],
    leftAmounts: (familyId) => left.get(familyId) ?? [],
  }
}

export type ListedFamily = PayingFamily & { name: string; email: string; children: string[] }

const others = (column: 'full_name' | 'email') =>
  sql`array(select a.${identifier(column)} from family_members f join profiles a on a.id = f.member_id
    where f.parent_id = p.id order by f.joined_at)`

/** Every family that payments can be recorded for, by its first adult, with everybody's names and the adults' emails. */
export async function listPayingFamilies(db: Queryable): Promise<ListedFamily[]> {
  const found = await rows<Omit<ListedFamily, 'names'> & { adults: string[] }>(
    db,
    sql`select p.id, ${shownName('p')} as name, p.email,
        array[p.email] || ${others('email')} as emails, array[p.full_name] || ${others('full_name')} as adults,
        array(select c.name from children c where c.parent_id = p.id and c.deleted_at is null
          order by c.name) as children
      from profiles p
      where exists (select from user_roles r where r.user_id = p.id and r.role = 'parent')
        and not exists (select from family_members m where m.member_id = p.id)
      order by lower(p.full_name), lower(p.email)`,
  )
  return found.map(({ adults, ...family }) => ({ ...family, names: [...adults, ...family.children] }))
}

const distinct = (values: Iterable<string>) => [...new Set(values)]

async function listRemembered(db: Queryable, lines: readonly PaymentLine[]): Promise<Map<string, string>> {
  const keys = distinct(lines.map(({ payerKey }) => payerKey).filter((key) => key !== ''))
  const found = await rows<{ payer_key: string; parent_id: string }>(
    db,
    sql`select payer_key, parent_id from remembered_payers where payer_key = any(${keys}::text[])`,
  )
  return new Map(found.map(({ payer_key, parent_id }) => [payer_key, parent_id]))
}

type EarlierImport = { id: string; imported_at: string }

/** The latest import of each line that was imported before, by the line's hash. */
async function listImported(
  db: Queryable,
  lines: readonly PaymentLine[],
): Promise<Map<string, EarlierImport>> {
  const keys = distinct(lines.filter(({ error }) => error === undefined).map(importKeyOf))
  const found = await rows<EarlierImport & { import_key: string }>(
    db,
    sql`select distinct on (p.import_key) p.import_key, i.id, i.imported_at
      from payments p join payment_imports i on i.id = p.import_id
      where p.import_key = any(${keys}::text[])
        and (${isReceived} or p.reverses_payment_id is not null and i.undone_at is null)
      order by p.import_key, i.imported_at desc, i.id`,
  )
  return new Map(found.map(({ import_key, ...last }) => [import_key, last]))
}

/** Family, date and amount of payments on the dates of the lines, and of reversals that staff recorded. */
async function listRecorded(
  db: Queryable,
  lines: readonly PaymentLine[],
  familyIds: readonly string[],
): Promise<Set<string>> {
  const days = distinct(
    lines.flatMap(({ date, error }) => (date === null || error !== undefined ? [] : date)),
  )
  const found = await rows<{ parent_id: string; payment_date: string; cents: number }>(
    db,
    sql`select p.parent_id, p.payment_date, ${cents('p.amount')} as cents from payments p
      where p.payment_date = any(${days}::date[]) and p.parent_id = any(${familyIds}::uuid[])
        and (${isReceived} or p.amount < 0 and p.moved_from_payment_id is null and p.import_id is null)`,
  )
  return new Set(found.map((row) => `${row.parent_id} ${row.payment_date} ${row.cents}`))
}

async function listOpenAmounts(db: Queryable, familyIds: readonly string[]) {
  const found = await rows<{ id: string; parent_id: string; fee_cents: number; paid_cents: number }>(
    db,
    sql`select id, parent_id, ${cents('total_fee')} as fee_cents, ${cents('paid_amount')} as paid_cents
      from submissions where parent_id = any(${familyIds}::uuid[]) order by submitted_at, id`,
  )
  const open = new Map<string, [string, number][]>()
  for (const { id, parent_id, fee_cents, paid_cents } of found) {
    const amounts = open.get(parent_id) ?? []
    amounts.push([id, openCents({ totalFeeCents: fee_cents, paidCents: paid_cents })])
    open.set(parent_id, amounts)
  }
  return open
}

async function listLeftAmounts(db: Queryable, familyIds: readonly string[]) {
  const found = await rows<{ id: string; parent_id: string; left_cents: number }>(
    db,
    sql`select p.id, p.parent_id, ${cents(leftOf('p'))} as left_cents from payments p
      where p.parent_id = any(${familyIds}::uuid[]) and p.reverses_payment_id is null`,
  )
  const left = new Map<string, [string, number][]>()
  for (const { id, parent_id, left_cents } of found)
    left.set(parent_id, [...(left.get(parent_id) ?? []), [id, left_cents]])
  return left
}
