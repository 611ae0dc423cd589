import type { Tx } from './client'
import { execute, sql } from './sql'

/** A transaction-level advisory lock, shared by all instances. */
export const acquireAdvisoryLock = (
  tx: Tx,
  name:
    | 'admins'
    | 'default_seats'
    | 'first-admin'
    | 'family imports'
    | 'family messages'
    | 'payment imports'
    | `family id ${string}`
    | 'pickup_times'
    | 'prices'
    | 'program'
    | 'program_logo'
    | 'secrets-key'
    | 'site-content'
    | 'statement_details',
): Promise<number> => execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** Serializes changes to who belongs to these families and who is invited. By ascending id, before every other lock. */
export async function lockFamilies(tx: Tx, ...familyIds: string[]): Promise<void> {
  for (const id of [...new Set(familyIds)].sort()) await acquireAdvisoryLock(tx, `family id ${id}`)
}
