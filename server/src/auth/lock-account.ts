import type { Tx } from '../db/client'
import { execute, maybeOne, prepared, sql } from '../db/sql'

/**
 * Taken before any change to an account's sessions. A sign-in concurrent with a password change or a suspension then
 * either commits before it, and its session is ended by it, or sees it.
 */
export const lockAccount = (tx: Tx, accountId: string) =>
  maybeOne(tx, prepared('lock-account', sql`select from accounts where id = ${accountId} for no key update`))

/**
 * By staff, before a family's rows, if a row stored afterwards references their account: a change of its email locks the
 * account first too, and then their own family's rows, perhaps the same. Not `for key share`: that change begins with a
 * lock which lets it through, and then needs a stronger one.
 */
export const lockOwnAccount = (tx: Tx, accountId: string) =>
  execute(tx, sql`select from accounts where id = ${accountId} for share`)

/** By id: two requests for several accounts cannot deadlock. */
export const lockAccounts = (tx: Tx, accountIds: readonly string[]) =>
  execute(tx, sql`select from accounts where id = any(${accountIds}::uuid[]) order by id for no key update`)

/** The same by email, which may belong to another account once the lock is acquired. */
export const lockAccountByEmail = (tx: Tx, email: string) =>
  maybeOne(tx, sql`select from accounts where email = ${email} for no key update`)
