import type { Account } from '../auth/viewer'
import { adultIdsOf } from '../db/adults'
import type { Db, Tx } from '../db/client'
import { empty, execute, getOne, identifier, rows, sql } from '../db/sql'
import { AppError } from '../errors'
import { type Family, findFamily, mailsTo } from './family.queries'
import { FAMILY_TABLES, type FamilyTable } from './family-tables'

/** Per list; no family comes near. */
const MAX_ROWS = 10_000

type ExportedTable = Omit<FamilyTable, 'onErase'>

/** Mails to the family. The text of one with a one-time link is left out. */
const MAILS: ExportedTable = {
  table: 'outbox',
  of: (family) => sql`t.event is null and (${mailsTo(family)})`,
  heading: 'emails',
  omit: [
    'content',
    'text',
    'message_id',
    'event',
    'account_id',
    'family_id',
    'sent_by',
    'next_attempt_at',
    'lease_until',
    'attempts',
    'last_error',
  ],
  extra: () => sql`, case when t.is_secret then null else t.text end as words`,
}

/** Other actors are shown by their role only. What the person did as staff is about others, so it is left out. */
const AUDIT_LOG: ExportedTable = {
  table: 'audit_log',
  of: ({ id, familyId, guestKey }) =>
    sql`t.actor_id = ${id} and t.actor_role <> 'admin' or t.family_id = ${familyId}
      or t.account_id = ${id} and t.family_id is null or t.guest_key = ${guestKey}`,
  heading: 'activity',
  omit: ['actor_id', 'family_id', 'account_id', 'guest_key'],
  newestFirst: sql`t.at`,
}

/** Of the other adults only this: the rest of their accounts is theirs. */
const listOtherAdults = (tx: Tx, { id, familyId }: Family) =>
  rows(
    tx,
    sql`select full_name as name, email from profiles
      where id in (${adultIdsOf(familyId)}) and id <> ${id} order by email`,
  )

/** Everything stored about the account and its family as JSON, from one snapshot. */
export async function exportFamilyData(
  db: Db,
  { id, familyId }: Pick<Account, 'id' | 'familyId'>,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    await execute(tx, sql`set transaction isolation level repeatable read, read only`)
    const family = await findFamily(tx, id, familyId)
    if (!family) throw new AppError('not-found')
    const others = await listOtherAdults(tx, family)
    const lists: Record<string, unknown[]> = others.length > 0 ? { other_adults: others } : {}
    const omittedRows: Record<string, number> = {}
    for (const part of [...FAMILY_TABLES, MAILS, AUDIT_LOG]) {
      const { rows: exported, total } = await exportTable(tx, part, family)
      lists[part.heading] = exported
      if (total > exported.length) omittedRows[part.heading] = total - exported.length
    }
    const about = {
      about: 'Everything we store about your family. Times are in UTC, amounts in dollars.',
      made_at: now.toISOString(),
      ...(Object.keys(omittedRows).length > 0 && { older_rows_left_out: omittedRows }),
    }
    return `${JSON.stringify({ ...about, ...lists }, null, 2)}\n`
  })
}

function exportTable(
  tx: Tx,
  part: ExportedTable,
  family: Family,
): Promise<{ rows: unknown[]; total: number }> {
  const { table, of, omit = [], extra = () => empty, newestFirst = sql`t.created_at` } = part
  const from = sql`from ${identifier(table)} t where (${of(family)})`
  return getOne<{ rows: unknown[]; total: number }>(
    tx,
    sql`select (select count(*) ${from}) as total, (
        select coalesce(json_agg(to_jsonb(r) - ${omit}::text[]), '[]')
        from (select t.* ${extra(family)} ${from} order by ${newestFirst} desc limit ${MAX_ROWS}) r) as rows`,
  )
}
