import type { Language } from '@aftercare/domain/lib/language'
import { tombstoneEmail } from '../auth/tombstone-email'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, type Sql, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'
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

type ProfileChange = { full_name?: string; phone?: string | null; version: number }

/** Omitted fields stay unchanged. A stale version is a conflict that returns the stored profile. */
export async function updateProfile(
  tx: Tx,
  id: string,
  { version, ...changes }: ProfileChange,
  now: Date,
): Promise<void> {
  const stored = await maybeOne<ProfileRow>(
    tx,
    sql`${ownProfile(id)} and email <> ${tombstoneEmail(id)} for no key update`,
  )
  if (!stored) throw new AppError('not-found')
  if (stored.version !== version) throw staleVersion(stored)
  const values = setClause('profiles', { ...changes, updated_at: now.toISOString() })
  await execute(tx, sql`update profiles set ${values}, version = version + 1 where id = ${id}`)
}
