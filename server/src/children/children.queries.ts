import type { PickupPerson } from '@aftercare/domain/children/pickup-people'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { Queryable, Tx } from '../db/client'
import { execute, json, maybeOne, prepared, rows, type Sql, sql } from '../db/sql'
import type { ChildRow } from '../db/tables'
import { setClause } from '../db/write'
import { AppError, staleVersion } from '../errors'

/** A child as its family reads it. */
export type Child = Omit<ChildRow, 'deleted_at'> & { has_submissions: boolean }

export type ChildValues = {
  name: string
  allergies: string | null
  notes: string | null
  pickup_people?: PickupPerson[]
}

const columns = sql`id, parent_id, name, allergies, grade, notes, pickup_people, created_at, updated_at, version,
  exists (select from submissions where child_id = children.id) as has_submissions`

/** A removed child is gone for the family, whatever the programme still keeps of it. */
const ofParent = (parentId: string) => sql`parent_id = ${parentId} and deleted_at is null`

export async function listChildren(db: Queryable, parentId: string, { limit, offset }: Page) {
  const [page, count] = await Promise.all([
    listPage(db, parentId, { limit, offset }),
    maybeOne<{ total: number }>(
      db,
      prepared('count-children', sql`select count(*) as total from children where ${ofParent(parentId)}`),
    ),
  ])
  return { rows: page, total: count?.total ?? 0 }
}

const listPage = (db: Queryable, parentId: string, page: Page) =>
  rows<Child>(db, prepared('children-of-parent', pageStatement(parentId, page)))

const pageStatement = (parentId: string, { limit, offset }: Page): Sql =>
  sql`select ${columns} from children where ${ofParent(parentId)}
    order by created_at desc, id desc limit ${limit} offset ${offset}`

type Page = { limit: number; offset: number }

/** More than this many children no family has: the limit only bounds the answer. */
const MOST_CHILDREN = 100

export const allChildrenStatement = (parentId: string): Sql =>
  pageStatement(parentId, { limit: MOST_CHILDREN, offset: 0 })

export async function findChild(db: Queryable, parentId: string, id: string): Promise<Child | null> {
  return maybeOne<Child>(db, sql`select ${columns} from children where id = ${id} and ${ofParent(parentId)}`)
}

/**
 * The family's own among `ids`, locked against removal: whoever registers them or asks for a day for one waits, and
 * then sees the days that were stored meanwhile. In one order, so that two such requests cannot wait for each other.
 */
export async function lockChildren(tx: Tx, parentId: string, ids: readonly string[]): Promise<Child[]> {
  return rows<Child>(
    tx,
    prepared(
      'lock-children',
      sql`select ${columns} from children where id = any(${ids}::uuid[]) and ${ofParent(parentId)}
        order by id for no key update`,
    ),
  )
}

/** A family has room for so many children; several added at once wait for each other at the parent's row. */
export async function createChild(
  tx: Tx,
  parentId: string,
  values: ChildValues,
  now: string,
): Promise<Child> {
  await execute(tx, sql`select from profiles where id = ${parentId} for no key update`)
  // Whoever deleted the account while this waited has nobody to add a child to.
  const account = await maybeOne(tx, sql`select from accounts where id = ${parentId} and disabled_at is null`)
  if (!account) throw new AppError('signed-out')
  const child = await maybeOne<Child>(
    tx,
    sql`insert into children (parent_id, name, allergies, notes, pickup_people, created_at, updated_at)
      select ${parentId}, ${values.name}, ${values.allergies}, ${values.notes},
        ${json(values.pickup_people ?? [])}::jsonb, ${now}, ${now}
      where (select count(*) from children where ${ofParent(parentId)}) < ${MAX_LENGTH.children}
      returning ${columns}`,
  )
  if (!child) throw new AppError('too-many-children', { count: MAX_LENGTH.children })
  return child
}

/** What is left out stays as it is. Whoever started from an older version is shown what stands now. */
export async function updateChild(
  tx: Tx,
  parentId: string,
  childId: string,
  { version, ...changes }: Partial<ChildValues> & { version: number },
  now: string,
): Promise<void> {
  const stored = await maybeOne<Child>(
    tx,
    sql`select ${columns} from children where id = ${childId} and ${ofParent(parentId)} for no key update`,
  )
  if (!stored) throw new AppError('not-found')
  if (stored.version !== version) throw staleVersion(stored)
  const values = setClause('children', { ...changes, updated_at: now })
  await execute(tx, sql`update children set ${values}, version = version + 1 where id = ${childId}`)
}

/**
 * Without submissions the row goes. With submissions the child disappears for the family and its notes are erased;
 * name, allergies and who may pick it up stay for attendance and billing until no registered day lies ahead.
 */
export async function removeChild(tx: Tx, parentId: string, childId: string, removedAt: string) {
  const child = await maybeOne<{ id: string; name: string }>(
    tx,
    sql`select id, name from children where id = ${childId} and ${ofParent(parentId)} for update`,
  )
  if (!child) return null
  const isKept =
    (await execute(
      tx,
      sql`update children set deleted_at = ${removedAt}, notes = null, updated_at = ${removedAt},
          version = version + 1
        where id = ${childId} and exists (select 1 from submissions where child_id = ${childId})`,
    )) > 0
  if (!isKept) await execute(tx, sql`delete from children where id = ${childId}`)
  return { ...child, isKept }
}
