import { removedAddress } from '../auth/removed-address'
import type { Queryable, Tx } from '../db/client'
import { affected, firstRow, type Sql, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'
import { assignments } from '../db/write'
import { AppError, staleVersion } from '../errors'

const ownProfile = (id: string): Sql =>
  sql`select id, full_name, email, phone, status, created_at, updated_at, version from profiles where id = ${id}`

export const findProfile = (db: Queryable, id: string) => firstRow<ProfileRow>(db, ownProfile(id))

type ProfileChange = { full_name?: string; phone?: string | null; version: number }

/** What is left out stays as it is. Whoever started from an older version is shown what stands now. */
export async function updateProfile(
  tx: Tx,
  id: string,
  { version, ...changes }: ProfileChange,
  now: Date,
): Promise<void> {
  const stored = await firstRow<ProfileRow>(
    tx,
    sql`${ownProfile(id)} and email <> ${removedAddress(id)} for no key update`,
  )
  if (!stored) throw new AppError('not-found')
  if (stored.version !== version) throw staleVersion(stored)
  const values = assignments('profiles', { ...changes, updated_at: now.toISOString() })
  await affected(tx, sql`update profiles set ${values}, version = version + 1 where id = ${id}`)
}
