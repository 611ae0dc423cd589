import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { profiles } from '../db/schema'

const profileColumns = {
  id: profiles.id,
  full_name: profiles.full_name,
  email: profiles.email,
  phone: profiles.phone,
  status: profiles.status,
  created_at: profiles.created_at,
  updated_at: profiles.updated_at,
}

export async function findProfile(db: Queryable, id: string) {
  const [row] = await db.select(profileColumns).from(profiles).where(eq(profiles.id, id))
  return row ?? null
}

export async function updateProfile(
  db: Queryable,
  id: string,
  changes: { full_name?: string; phone?: string | null },
  now: Date,
) {
  const [row] = await db
    .update(profiles)
    .set({ ...changes, updated_at: now.toISOString(), version: sql`${profiles.version} + 1` })
    .where(eq(profiles.id, id))
    .returning(profileColumns)
  return row ?? null
}
