import type { Tx } from './client'
import { execute, sql } from './sql'

/** A transaction-level advisory lock, shared by all instances. */
export const acquireAdvisoryLock = (
  tx: Tx,
  name:
    | 'admins'
    | 'default_seats'
    | 'first-admin'
    | 'family messages'
    | 'payment imports'
    | 'pickup_times'
    | 'prices'
    | 'secrets-key'
    | 'site-content'
    | 'statement_details',
): Promise<number> => execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
