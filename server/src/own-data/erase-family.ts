import type { Tx } from '../db/client'
import { affected, join, sql, trusted } from '../db/sql'
import { auditedRows, type Family } from './family.queries'
import { FAMILY_TABLES } from './family-tables'

/**
 * Takes a family out of the database: what need not stay goes, and what has to stay (fees, payments, who attended
 * when) keeps no name, address, telephone number, allergy or note. All in the caller's transaction.
 */
export async function eraseFamily(tx: Tx, family: Family, now: Date): Promise<void> {
  const at = now.toISOString()
  await eraseMails(tx, family)
  await eraseRecord(tx, family)
  await forgetAnswers(tx, family)
  for (const { table, of, whenDeleted } of FAMILY_TABLES) {
    if (whenDeleted === 'goes') {
      await affected(tx, sql`delete from ${trusted(table)} t where ${of(family)}`)
      continue
    }
    const erased = Object.entries(whenDeleted.erased(family, at)).map(
      ([column, value]) => sql`${trusted(column)} = ${value}`,
    )
    await affected(tx, sql`update ${trusted(table)} t set ${join(erased)} where ${of(family)}`)
  }
  await removeWhatNothingNeeds(tx, family)
}

/** The account's row itself stays as a number, for payments that it may have recorded and texts that it may have saved. */
async function removeWhatNothingNeeds(tx: Tx, { id }: Family): Promise<void> {
  await affected(
    tx,
    sql`delete from children c where parent_id = ${id} and not exists (select from submissions where child_id = c.id)`,
  )
  await affected(
    tx,
    sql`delete from profiles p where id = ${id} and not exists (select from children where parent_id = p.id)
      and not exists (select from payments where parent_id = p.id)`,
  )
}

/** Mails to the family and about its submissions go; of a list with other families the words do. */
async function eraseMails(tx: Tx, { addresses, submissionIds }: Family): Promise<void> {
  const names = sql`exists (select from unnest(${addresses}::text[]) as address where
    strpos(lower(text), address) > 0 or strpos(lower(page::text), address) > 0 or strpos(lower(html), address) > 0)`
  await affected(
    tx,
    sql`delete from outbox where lower(to_address) = any(${addresses}::text[])
      or submission_id = any(${submissionIds}::uuid[])
      or (template <> 'daily-report' or state in ('queued', 'sending')) and ${names}`,
  )
  await affected(
    tx,
    sql`update outbox set text = '', html = '', page = null where template = 'daily-report' and ${names}`,
  )
}

/** The database lets words be erased there, and nothing else be changed. */
async function eraseRecord(tx: Tx, family: Family): Promise<void> {
  await affected(
    tx,
    sql`update audit_log set detail = without_words(detail)
      where detail <> '{}' and (actor_id = ${family.id} or row_id = any(${auditedRows(family)}::text[])
        or detail ->> 'parent_id' = ${family.id}
        or exists (select from unnest(${family.addresses}::text[]) as address
          where strpos(lower(detail::text), address) > 0))
        and detail is distinct from without_words(detail)`,
  )
}

/** What was answered is kept for a day, for repeats of the same request: the parent's own, and staff's about the family. */
async function forgetAnswers(tx: Tx, family: Family): Promise<void> {
  const marks = [...family.addresses, ...auditedRows(family)]
  await affected(
    tx,
    sql`delete from idempotency_keys where exists (select from unnest(${marks}::text[]) as mark
      where strpos(scope, mark) > 0 or strpos(lower(response::text), mark) > 0)`,
  )
}
