import type { Tx } from './client'
import { execute, type Sql, sql } from './sql'

type Name =
  | 'admins'
  | 'default_seats'
  | 'erased list'
  | 'first-admin'
  | 'forget_families'
  | 'drop_in_approval'
  | 'guest_confirmation'
  | 'family imports'
  | 'family_balances'
  | 'family messages'
  | 'payment imports'
  | 'pickup_times'
  | 'prices'
  | 'program'
  | 'program_logo'
  | 'secrets-key'
  | 'site-content'
  | 'statement_details'

const acquire = (tx: Tx, name: string) =>
  execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** A transaction-level advisory lock, shared by all instances. */
export const acquireAdvisoryLock = (tx: Tx, name: Name): Promise<number> => acquire(tx, name)

/** Serializes the counting of the mails that guests' submissions cause to an address. */
export const lockGuestMails = (tx: Tx, address: string): Promise<number> =>
  acquire(tx, `guest mails ${address.toLowerCase()}`)

/** Serializes changes to who belongs to these families and who is invited. By ascending id, before every other lock. */
export const lockFamiliesOf = (tx: Tx, ids: Sql): Promise<number> =>
  execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('family ' || id, 0))
      from (select distinct id::text from (${ids}) as family (id) order by 1) as family (id)`,
  )

/** The same for a few. */
export async function lockFamilies(tx: Tx, ...familyIds: string[]): Promise<void> {
  for (const id of [...new Set(familyIds)].sort()) await acquire(tx, `family ${id}`)
}
