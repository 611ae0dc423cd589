import { createHash } from 'node:crypto'
import { headingsKey } from '@aftercare/domain/imports/import-columns'
import type { ImportTable } from '@aftercare/domain/imports/import-table'
import { erasedChanges } from '@aftercare/domain/imports/review-changes'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, sql, toJson } from '../db/sql'
import type { ImportReviewRow } from '../db/tables'
import { insertInto } from '../db/write'
import { AppError } from '../errors'
import type { AppContext, Services } from '../http/context'
import { accountOf } from '../http/route'

export type ImportKind = ImportReviewRow['kind']

/**
 * A file under review. It is stored on the server and not in the browser, so that it survives a reload, a lost session
 * and another device, and nothing of a bank's file stays on a computer of the office. One per kind and member of staff,
 * for a day after the last change.
 */
export type ImportReview<Choices, Outcome> = Pick<
  ImportReviewRow,
  'id' | 'file_name' | 'contents' | 'version'
> & {
  choices: Choices
  outcome: Outcome
}

const isFresh = (at: string) => sql`updated_at > ${at}::timestamptz - interval '1 day'`

/** Replaces an earlier review of the same kind. */
export async function saveNewReview<Choices, Outcome>(
  db: Queryable,
  c: AppContext,
  kind: ImportKind,
  review: Pick<ImportReview<Choices, Outcome>, 'file_name' | 'contents' | 'choices' | 'outcome'>,
): Promise<void> {
  const updated_at = c.var.services.clock.now().toISOString()
  await execute(
    db,
    sql`${insertInto('import_reviews', [{ ...review, account_id: accountOf(c).id, kind, updated_at }])}
      on conflict (account_id, kind) do update set id = gen_random_uuid(), file_name = excluded.file_name,
        contents = excluded.contents, choices = excluded.choices, outcome = excluded.outcome, version = 1,
        updated_at = excluded.updated_at`,
  )
}

/** The viewer's review, without the file's contents; null if there is none, or it is over. */
export function findReview<Choices, Outcome>(
  db: Queryable,
  c: AppContext,
  kind: ImportKind,
): Promise<(Omit<ImportReview<Choices, Outcome>, 'contents'> & { headings: string[] }) | null> {
  return maybeOne(
    db,
    sql`select id, file_name, contents -> 'headings' as headings, choices, outcome, version from import_reviews
      where account_id = ${accountOf(c).id} and kind = ${kind} and ${isFresh(c.var.services.clock.now().toISOString())}`,
  )
}

/** The viewer's review, locked until the end of the transaction; throws if it is over or was replaced. */
export async function lockReview<Choices, Outcome>(
  tx: Tx,
  c: AppContext,
  kind: ImportKind,
  id: string,
): Promise<ImportReview<Choices, Outcome>> {
  const review = await maybeOne<ImportReview<Choices, Outcome>>(
    tx,
    sql`select id, file_name, contents, choices, outcome, version from import_reviews
      where account_id = ${accountOf(c).id} and kind = ${kind} and id = ${id}
        and ${isFresh(c.var.services.clock.now().toISOString())} for update`,
  )
  if (!review) throw new AppError('import-over')
  return review
}

/** For an import of another version than the stored one. */
export function changesSinceShown({ contents }: { contents: ImportTable }, shown: number): string {
  const changes = erasedChanges(contents.records, shown)
  if (changes === null) throw new AppError('stale-version')
  return changes
}

export async function updateReview(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  id: string,
  { choices, outcome }: { choices: unknown; outcome: unknown },
): Promise<void> {
  await execute(
    tx,
    sql`update import_reviews set choices = ${toJson(choices)}, outcome = ${toJson(outcome)}, version = version + 1,
      updated_at = ${clock.now().toISOString()} where id = ${id}`,
  )
}

export const removeReview = (db: Queryable, c: AppContext, kind: ImportKind, id: string) =>
  execute(
    db,
    sql`delete from import_reviews where account_id = ${accountOf(c).id} and kind = ${kind} and id = ${id}`,
  )

const hashOf = ({ headings }: Pick<ImportTable, 'headings'>) =>
  createHash('sha256').update(headingsKey(headings)).digest('hex')

type Columns = Record<string, number | null>

/** What staff chose for the last imported file with these headings. */
export async function findRememberedColumns(
  db: Queryable,
  kind: ImportKind,
  table: Pick<ImportTable, 'headings'>,
): Promise<Columns | null> {
  const found = await maybeOne<{ columns: Columns }>(
    db,
    sql`select columns from import_columns where kind = ${kind} and headings_hash = ${hashOf(table)}`,
  )
  return found?.columns ?? null
}

/** Once a file was imported, for all staff. */
export async function rememberColumns(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  kind: ImportKind,
  table: Pick<ImportTable, 'headings'>,
  columns: Columns,
): Promise<void> {
  await execute(
    tx,
    sql`${insertInto('import_columns', [
      { kind, headings_hash: hashOf(table), columns, updated_at: clock.now().toISOString() },
    ])}
    on conflict (kind, headings_hash) do update set columns = excluded.columns, updated_at = excluded.updated_at`,
  )
}
