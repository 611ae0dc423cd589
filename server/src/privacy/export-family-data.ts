import type { Db, Tx } from '../db/client'
import { empty, execute, identifier, maybeOne, type Sql, sql } from '../db/sql'
import { AppError } from '../errors'
import { auditedRows, type Family, findFamily, mailsTo } from './family.queries'
import { FAMILY_TABLES, type FamilyTable } from './family-tables'

/** Of each list; no family comes near. */
const MOST_ROWS = 10_000

type Part = Omit<FamilyTable, 'whenDeleted'>

/** Mails to the family. One that bears a one-time link is named, its words are not told. */
const MAILS: Part = {
  table: 'outbox',
  of: mailsTo,
  heading: 'emails',
  hides: ['content', 'text', 'message_id', 'next_attempt_at', 'lease_until', 'attempts', 'last_error'],
  adds: sql`, case when t.is_secret then null else t.text end as words`,
  newestFirst: sql`t.created_at`,
}

/** Who else did something is told as their role. What the person did as staff is about others, and not theirs to take. */
const RECORD: Part = {
  table: 'audit_log',
  of: (family) =>
    sql`t.actor_id = ${family.id} and t.actor_role <> 'admin' or t.row_id = any(${auditedRows(family)}::text[])`,
  heading: 'activity',
  hides: ['actor_id'],
  newestFirst: sql`t.at`,
}

/** Everything stored of the family as one text, as it was at one moment. */
export async function exportFamilyData(db: Db, id: string, now: Date): Promise<string> {
  return db.transaction(async (tx) => {
    await execute(tx, sql`set transaction isolation level repeatable read, read only`)
    const family = await findFamily(tx, id)
    if (!family) throw new AppError('not-found')
    const lists: Record<string, unknown[]> = {}
    const leftOut: Record<string, number> = {}
    for (const part of [...FAMILY_TABLES, MAILS, RECORD]) {
      const { rows, total } = await readPart(tx, part, family)
      lists[part.heading] = rows
      if (total > rows.length) leftOut[part.heading] = total - rows.length
    }
    const about = {
      about: 'Everything we store about your family. Times are in UTC, amounts in dollars.',
      made_at: now.toISOString(),
      ...(Object.keys(leftOut).length > 0 && { older_rows_left_out: leftOut }),
    }
    return `${JSON.stringify({ ...about, ...lists }, null, 2)}\n`
  })
}

async function readPart(tx: Tx, part: Part, family: Family): Promise<{ rows: unknown[]; total: number }> {
  const { table, of, hides = [], adds = empty, newestFirst } = part
  const from = sql`from ${identifier(table)} t where (${of(family)})`
  const found = await maybeOne<{ rows: unknown[]; total: number }>(
    tx,
    sql`select (select count(*) ${from}) as total, (
        select coalesce(json_agg(to_jsonb(listed) - ${hides}::text[]), '[]')
        from (select t.* ${adds as Sql} ${from} order by ${newestFirst} desc limit ${MOST_ROWS}) listed) as rows`,
  )
  return found ?? { rows: [], total: 0 }
}
