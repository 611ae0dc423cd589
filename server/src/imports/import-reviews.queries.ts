import { createHash } from 'node:crypto'
import { headingsKey } from '@aftercare/domain/imports/import-columns'
import type { ImportTable } from '@aftercare/domain/imports/import-table'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, sql, toJson } from '../db/sql'
import { insertInto } from '../db/write'
import { AppError } from '../errors'
import type { AppContext, Services } from '../http/context'
import { accountOf } from '../http/route'
import type { FoundReview, ImportKind, ImportReview, ReviewChoices, ReviewOutcome } from './import-kind'

type Kind = Pick<ImportKind<ReviewChoices, ReviewOutcome>, 'name'>
/** The kind says which choices and outcome its reviews have. */
type KindOf<Choices extends ReviewChoices, Outcome extends ReviewOutcome> = Pick<
  ImportKind<Choices, Outcome>,
  'name' | 'initialChoices' | 'review'
>

const isFresh = (at: string) => sql`updated_at > ${at}::timestamptz - interval '1 day'`

/** Replaces an earlier review of the same kind. */
export async function saveNewReview<Choices extends ReviewChoices, Outcome extends ReviewOutcome>(
  db: Queryable,
  c: AppContext,
  { name: kind }: Kind,
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
export function findReview<Choices extends ReviewChoices, Outcome extends ReviewOutcome>(
  db: Queryable,
  c: AppContext,
  { name }: KindOf<Choices, Outcome>,
): Promise<FoundReview<Choices, Outcome> | null> {
  return maybeOne(
    db,
    sql`select id, file_name, contents -> 'headings' as headings, choices, outcome, version from import_reviews
      where account_id = ${accountOf(c).id} and kind = ${name} and ${isFresh(c.var.services.clock.now().toISOString())}`,
  )
}

/** The viewer's review with the file's contents; throws if there is none, or it is over. */
export async function getWholeReview<Choices extends ReviewChoices, Outcome extends ReviewOutcome>(
  db: Queryable,
  c: AppContext,
  { name }: KindOf<Choices, Outcome>,
): Promise<ImportReview<Choices, Outcome>> {
  const review = await maybeOne<ImportReview<Choices, Outcome>>(
    db,
    sql`select id, file_name, contents, choices, outcome, version from import_reviews
      where account_id = ${accountOf(c).id} and kind = ${name} and ${isFresh(c.var.services.clock.now().toISOString())}`,
  )
  return openReview(review)
}

/** Throws if it was imported or discarded meanwhile. */
export function openReview<Review>(review: Review | null): Review {
  if (!review) throw new AppError('import-over')
  return review
}

/** The viewer's review, locked until the end of the transaction; throws if it is over or was replaced. */
export async function lockReview<Choices extends ReviewChoices, Outcome extends ReviewOutcome>(
  tx: Tx,
  c: AppContext,
  { name }: KindOf<Choices, Outcome>,
  id: string,
): Promise<ImportReview<Choices, Outcome>> {
  const review = await maybeOne<ImportReview<Choices, Outcome>>(
    tx,
    sql`select id, file_name, contents, choices, outcome, version from import_reviews
      where account_id = ${accountOf(c).id} and kind = ${name} and id = ${id}
        and ${isFresh(c.var.services.clock.now().toISOString())} for update`,
  )
  if (!review) throw new AppError('import-over')
  return review
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

export const removeReview = (db: Queryable, c: AppContext, { name }: Kind, id: string) =>
  execute(
    db,
    sql`delete from import_reviews where account_id = ${accountOf(c).id} and kind = ${name} and id = ${id}`,
  )

const hashOf = ({ headings }: Pick<ImportTable, 'headings'>) =>
  createHash('sha256').update(headingsKey(headings)).digest('hex')

type Remembered = { columns: Record<string, number | null>; unused: number[] }

/** What staff chose for the last imported file with these headings. */
export function findRememberedColumns(
  db: Queryable,
  { name }: Kind,
  table: Pick<ImportTable, 'headings'>,
): Promise<Remembered | null> {
  return maybeOne<Remembered>(
    db,
    sql`select columns, unused from import_columns where kind = ${name} and headings_hash = ${hashOf(table)}`,
  )
}

/** Once a file was imported, for all staff. */
export async function rememberColumns(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { name: kind }: Kind,
  table: Pick<ImportTable, 'headings'>,
  { columns, unused = [] }: ReviewChoices,
): Promise<void> {
  await execute(
    tx,
    sql`${insertInto('import_columns', [
      { kind, headings_hash: hashOf(table), columns, unused, updated_at: clock.now().toISOString() },
    ])}
    on conflict (kind, headings_hash) do update set columns = excluded.columns, unused = excluded.unused, updated_at = excluded.updated_at`,
  )
}
