import { isDeepStrictEqual } from 'node:util'
import { isBarred } from '@aftercare/domain/board/release'
import { type childSchema, TOO_MANY_PEOPLE } from '@aftercare/domain/children/child-schemas'
import { checkPickupPeople } from '@aftercare/domain/children/children'
import { changesOwnBar } from '@aftercare/domain/children/own-bar'
import type { BarredPerson } from '@aftercare/domain/children/pickup-people'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { nameKey } from '@aftercare/domain/lib/name-key'
import type { z } from '@hono/zod-openapi'
import { type AuditedBy, recordAudit } from '../audit/audit.queries'
import type { Clock } from '../clock'
import { findShownName } from '../db/adults'
import type { Queryable, Tx } from '../db/client'
import { lockParent } from '../db/family-transaction'
import { columnsOf, countRows, execute, getOne, maybeOne, prepared, rows, type Sql, sql } from '../db/sql'
import { insertInto, setClause } from '../db/write'
import { AppError, staleVersion } from '../errors'
import { findPage, type Page } from '../http/paging'
import { type childRow, storedChildRow } from './child-row'

export type Child = z.infer<typeof childRow>

type ChildValues = z.infer<typeof childSchema>

const columns = sql`${columnsOf(storedChildRow, 'children')},
  exists (select from submissions where child_id = children.id) as has_submissions`

/** A removed child is hidden from the family, even where its record is retained. */
const ofParent = (parentId: string) => sql`parent_id = ${parentId} and deleted_at is null`

/** Who reads or changes a child: an adult of its family, or staff, who also reach one that the parent removed. */
export type ChildScope = { parentId: string } | 'staff'
type Changer = { parentId: string; adultId: string } | 'staff'

const isIn = (scope: ChildScope): Sql =>
  scope === 'staff'
    ? sql`exists (select from accounts a where a.id = children.parent_id and a.disabled_at is null)`
    : ofParent(scope.parentId)

export const listChildren = (db: Queryable, parentId: string, page: Page) =>
  findPage<Child>(db, page, {
    list: childrenOf(parentId),
    counted: sql`from children where ${ofParent(parentId)}`,
    name: 'children-of-parent',
  })

const childrenOf = (parentId: string): Sql =>
  sql`select ${columns} from children where ${ofParent(parentId)} order by created_at desc, id desc`

/** More than any family has: only bounds the response. */
const MAX_CHILDREN = 100

export const allChildrenStatement = (parentId: string): Sql =>
  sql`${childrenOf(parentId)} limit ${MAX_CHILDREN}`

export const findChild = (db: Queryable, scope: ChildScope, id: string): Promise<Child | null> =>
  maybeOne<Child>(db, sql`select ${columns} from children where id = ${id} and ${isIn(scope)}`)

export async function getChild(db: Queryable, scope: ChildScope, id: string): Promise<Child> {
  const child = await findChild(db, scope, id)
  if (!child) throw new AppError('not-found')
  return child
}

/**
 * The family's children among `ids`, locked: a concurrent registration or drop-in waits, then sees the days stored
 * meanwhile. Locked by id, so that two requests cannot deadlock.
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

/** `restored`: as it was when the family removed it. */
export type CreatedChild = { child: Child; restored: Child | null }

/**
 * The number of children is limited; concurrent inserts wait for each other at the parent's row. A removed child of the
 * same name comes back, with its registrations: a new one could be registered, and charged, for the same days again.
 */
export async function createChild(
  tx: Tx,
  parentId: string,
  values: ChildValues,
  clock: Pick<Clock, 'now' | 'today'>,
): Promise<CreatedChild> {
  await lockParent(tx, parentId)
  const count = await countRows(tx, sql`select count(*) from children where ${ofParent(parentId)}`)
  if (count >= MAX_LENGTH.children) throw new AppError('too-many-children', { count: MAX_LENGTH.children })
  const children = await rows<Child & { is_removed: boolean }>(
    tx,
    sql`select ${columns}, deleted_at is not null as is_removed from children where parent_id = ${parentId}
      order by deleted_at desc nulls first, id for no key update`,
  )
  const namesakes = children.filter(({ name }) => nameKey(name) === nameKey(values.name))
  const [before] = namesakes
  if (before?.is_removed) return { child: await restoreChild(tx, before, values, clock), restored: before }
  const now = clock.now().toISOString()
  const row = {
    ...values,
    // Nobody gets round an entry about them with a second child of its name.
    ...(before && { must_not_pick_up: allBarred(namesakes, values.must_not_pick_up) }),
    parent_id: parentId,
    created_at: now,
    updated_at: now,
  }
  const child = await getOne<Child>(tx, sql`${insertInto('children', [row])} returning ${columns}`)
  return { child, restored: null }
}

/** Those who must not pick up the children of one name, and those named now, each once. */
function allBarred(children: readonly Child[], given: Child['must_not_pick_up'] = []) {
  const people = new Map<string, BarredPerson>()
  for (const person of [...children.flatMap(({ must_not_pick_up }) => must_not_pick_up), ...given]) {
    if (!people.has(nameKey(person.name))) people.set(nameKey(person.name), person)
  }
  if (people.size > MAX_LENGTH.pickupPeople)
    throw new AppError('invalid', {}, { fields: { must_not_pick_up: TOO_MANY_PEOPLE } })
  return [...people.values()]
}

/**
 * With the details as they are given now, but nobody gets off the list of those who must not pick it up that way, and a
 * blank strikes no allergies of a child who may still come.
 */
async function restoreChild(
  tx: Tx,
  before: Child,
  { pickup_people = [], must_not_pick_up, ...values }: ChildValues,
  clock: Pick<Clock, 'now' | 'today'>,
): Promise<Child> {
  const { id, version, allergies } = before
  const all = allBarred([before], must_not_pick_up)
  await execute(
    tx,
    sql`update children set deleted_at = null, created_at = ${clock.now().toISOString()} where id = ${id}`,
  )
  const details = {
    ...values,
    allergies: values.allergies ?? allergies,
    pickup_people,
    must_not_pick_up: all,
  }
  await updateChild(tx, 'staff', id, { ...details, version }, clock)
  return getChild(tx, 'staff', id)
}

/** A new child has no submissions. */
export const recordCreated = (tx: Tx, by: AuditedBy, { id, has_submissions }: Child) =>
  recordAudit(tx, by, has_submissions ? 'child.restore' : 'child.create', 'children', id)

/**
 * The family's other children of the name that a child gets, removed ones too; none if it keeps its name. Their entries
 * stay as they are until commit, and nobody adds another one.
 */
async function lockNamesakes(tx: Tx, by: Changer, childId: string, newName: string): Promise<Child[]> {
  const child = await findChild(tx, by, childId)
  if (!child || nameKey(newName) === nameKey(child.name)) return []
  await lockParent(tx, child.parent_id, by === 'staff' ? 'not-found' : 'signed-out')
  const children = await rows<Child>(
    tx,
    sql`select ${columns} from children where parent_id = ${child.parent_id} order by id for no key update`,
  )
  return children.filter(({ id, name }) => id !== childId && nameKey(name) === nameKey(newName))
}

/**
 * Omitted fields stay unchanged. A stale version is a conflict that returns the stored child. Drop-ins to come get the
 * corrected allergies: they copied them. Returns the previous values.
 */
export async function updateChild(
  tx: Tx,
  by: Changer,
  childId: string,
  { version, ...changes }: Partial<ChildValues> & { version: number },
  clock: Pick<Clock, 'now' | 'today'>,
): Promise<Child> {
  const namesakes = changes.name === undefined ? [] : await lockNamesakes(tx, by, childId, changes.name)
  const stored = await maybeOne<Child>(
    tx,
    sql`select ${columns} from children where id = ${childId} and ${isIn(by)} for no key update`,
  )
  if (!stored) throw new AppError('not-found')
  if (stored.version !== version) throw staleVersion(stored)
  const { name = stored.name, must_not_pick_up: barred = stored.must_not_pick_up } = changes
  // Renamed, the child could be added again without the entry.
  const isRenamed = nameKey(name) !== nameKey(stored.name)
  if (by !== 'staff' && (changes.must_not_pick_up || isRenamed)) {
    const adult = (await findShownName(tx, by.adultId)) ?? ''
    if (changesOwnBar(adult, stored.must_not_pick_up, barred)) throw new AppError('own-bar')
    if (isRenamed && isBarred(adult, stored)) throw new AppError('own-barred-child-name')
  }
  const errors = checkPickupPeople(changes.pickup_people ?? [], stored.pickup_people)
  if (Object.keys(errors).length > 0) throw new AppError('invalid', {}, { fields: errors })
  const values = setClause('children', {
    ...changes,
    // As for a second child of that name.
    ...(namesakes.length > 0 && { must_not_pick_up: allBarred(namesakes, barred) }),
    updated_at: clock.now().toISOString(),
  })
  await execute(tx, sql`update children set ${values}, version = version + 1 where id = ${childId}`)
  if (changes.allergies !== undefined && changes.allergies !== stored.allergies)
    await execute(
      tx,
      sql`with copies as materialized (select id from submissions
          where child_id = ${childId} and dropin_date >= ${clock.today()}::date
            and guest_child_allergies = ${stored.allergies}
          order by id for no key update)
        update submissions s set guest_child_allergies = ${changes.allergies} from copies where s.id = copies.id`,
    )
  return stored
}

/**
 * For the log: who and when, not what, which could be erased. Only that the list of who must not pick up changed, so that
 * staff notice it when an adult takes their own name off.
 */
export const childUpdateDetail = (before: Child, after: Pick<Child, 'must_not_pick_up'>) =>
  isDeepStrictEqual(before.must_not_pick_up, after.must_not_pick_up) ? {} : { must_not_pick_up: true }

/**
 * Without submissions the row is deleted. With submissions the child is hidden from the family and its notes are erased;
 * name, allergies and pick-up people stay for attendance and billing until there are no booked days left.
 */
export async function removeChild(
  tx: Tx,
  { parentId, adultId }: { parentId: string; adultId: string },
  childId: string,
  removedAt: string,
) {
  const found = await maybeOne<Pick<Child, 'id' | 'name' | 'must_not_pick_up'>>(
    tx,
    sql`select id, name, must_not_pick_up from children where id = ${childId} and ${ofParent(parentId)} for update`,
  )
  if (!found) return null
  const { must_not_pick_up, ...child } = found
  // Added again it would be without the entry about them.
  if (isBarred((await findShownName(tx, adultId)) ?? '', { must_not_pick_up }))
    throw new AppError('own-barred-child')
  const isRetained =
    (await execute(
      tx,
      sql`update children set deleted_at = ${removedAt}, notes = null, updated_at = ${removedAt},
          version = version + 1
        where id = ${childId} and exists (select 1 from submissions where child_id = ${childId})`,
    )) > 0
  if (!isRetained) await execute(tx, sql`delete from children where id = ${childId}`)
  return { ...child, isRetained }
}
