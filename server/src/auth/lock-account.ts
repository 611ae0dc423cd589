import type { Tx } from '../db/client'
import { maybeOne, sql } from '../db/sql'

/**
 * Whatever starts or ends sessions of an account takes this lock first. A sign-in at the same moment as a new password
 * or a suspension is then either over before it, and ended by it, or sees it.
 */
export const lockAccount = (tx: Tx, accountId: string) =>
  maybeOne(tx, sql`select from accounts where id = ${accountId} for no key update`)

/** The same for whoever has the email once the lock is there: it may be changed while this waits. */
export const lockAccountByEmail = (tx: Tx, email: string) =>
  maybeOne(tx, sql`select from accounts where email = ${email} for no key update`)
