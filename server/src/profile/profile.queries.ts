import { escapesOwnBar } from '@aftercare/domain/children/own-bar'
import type { Language } from '@aftercare/domain/lib/language'
import { tombstoneEmail } from '../auth/tombstone-email'
import { findFamilyOf } from '../db/adults'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, rows, type Sql, sql } from '../db/sql'
import type { ChildRow, ProfileRow } from '../db/tables'
import { setClause } from '../db/write'
import { AppError, staleVersion } from '../errors'

const ownProfile = (id: string): Sql =>
  sql`select id, full_name, email, phone, status, created_at, updated_at, version from profiles where id = ${id}`

export const findProfile = (db: Queryable, id: string) => maybeOne<ProfileRow>(db, ownProfile(id))

/** Without a new version: it is no field of the form that somebody may be filling in meanwhile. */
export async function setLanguage(tx: Tx, id: string, language: Language, now: Date): Promise<void> {
  const changed = await execute(
    tx,
    sql`update profiles set language = ${language}, updated_at = ${now.toISOString()}
      where id = ${id} and email <> ${tombstoneEmail(id)}`,
  )
  if (changed === 0) throw new AppError('not-found')
}

/** Staff change any name, also their own. */
type Portal = 'parent' | 'staff'

type ProfileChange = { full_name?: string; phone?: string | null; version: number }

/** Omitted fields stay unchanged. A stale version is a conflict that returns the stored profile. */
export async function updateProfile(
  tx: Tx,
  id: string,
  { version, ...changes }: ProfileChange,
  by: Portal,
  now: Date,
): Promise<void> {
  const stored = await maybeOne<ProfileRow>(
    tx,
    sql`${ownProfile(id)} and email <> ${tombstoneEmail(id)} for no key update`,
  )
  if (!stored) throw new AppError('not-found')
  if (stored.version !== version) throw staleVersion(stored)
  if (by === 'parent' && changes.full_name !== undefined) await assertKeepsBar(tx, stored, changes.full_name)
  const values = setClause('profiles', { ...changes, updated_at: now.toISOString() })
  await execute(tx, sql`update profiles set ${values}, version = version + 1 where id = ${id}`)
}

/** An entry that is just being saved with a child counts. */
async function assertKeepsBar(tx: Tx, { id, full_name, email }: ProfileRow, next: string): Promise<void> {
  const familyId = (await findFamilyOf(tx, id)) ?? id
  const children = await rows<Pick<ChildRow, 'must_not_pick_up'>>(
    tx,
    sql`select must_not_pick_up from children where parent_id = ${familyId} order by id for share`,
  )
  const barred = children.flatMap(({ must_not_pick_up }) => must_not_pick_up)
  if (escapesOwnBar(full_name || email, next || email, barred)) throw new AppError('own-barred-name')
}
