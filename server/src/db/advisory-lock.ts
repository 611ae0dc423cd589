import type { Tx } from './client'
import { execute, sql } from './sql'

/** One at a time of those who name the same thing, until the end of the transaction; over all instances. */
export const acquireAdvisoryLock = (
  tx: Tx,
  what:
    | 'admins'
    | 'default_seats'
    | 'first-admin'
    | 'family messages'
    | 'pickup_times'
    | 'prices'
    | 'secrets-key'
    | 'site-content'
    | 'statement_details',
): Promise<number> => execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`)
