import { removedAddress } from '../auth/removed-address'
import type { Queryable } from '../db/client'
import { firstRow, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'

type OwnProfile = Omit<ProfileRow, 'version'>

const ownColumns = sql`id, full_name, email, phone, status, created_at, updated_at`

export const findProfile = (db: Queryable, id: string) =>
  firstRow<OwnProfile>(db, sql`select ${ownColumns} from profiles where id = ${id}`)

/** A field that is left out stays as it is. */
export async function updateProfile(
  db: Queryable,
  id: string,
  changes: { full_name?: string; phone?: string | null },
  now: Date,
) {
  const { full_name = null, phone = null } = changes
  return firstRow<OwnProfile>(
    db,
    sql`update profiles set
        full_name = coalesce(${full_name}, full_name),
        phone = case when ${'phone' in changes} then ${phone} else phone end,
        updated_at = ${now.toISOString()}, version = version + 1
      where id = ${id} and email <> ${removedAddress(id)} returning ${ownColumns}`,
  )
}
