import type { Queryable, Tx } from '../db/client'
import { empty, execute, maybeOne, type Sql, sql } from '../db/sql'
import type { TokenRow } from '../db/tables'
import { hashSecret, newSecret } from '../secrets'
import { lockAccount } from './lock-account'

type Purpose = TokenRow['purpose']

/** The two tokens of an emailed link. Only their hashes are stored. */
export type TokenPair = { access: string; refresh: string }
export type SubmittedTokens = { access_token: string; refresh_token?: string | undefined }

export const HOURS_VALID = { verify: 24, recovery: 1, invite: 7 * 24 } as const satisfies Record<
  Purpose,
  number
>

/** Links that set a password. */
const PASSWORD_PURPOSES: Purpose[] = ['recovery', 'invite']

/**
 * Only the newest link of each purpose works. Anybody can request a reset, so it must not void an invitation.
 */
export async function createToken(
  tx: Tx,
  accountId: string,
  purpose: Purpose,
  now: Date,
): Promise<TokenPair> {
  await lockAccount(tx, accountId)
  await removeTokensOf(tx, accountId, [purpose])
  const pair = { access: newSecret(), refresh: newSecret() }
  const expiresAt = new Date(now.getTime() + HOURS_VALID[purpose] * 3_600_000).toISOString()
  await execute(
    tx,
    sql`insert into tokens (id, refresh_id, account_id, purpose, created_at, expires_at) values
      (${hashSecret(pair.access)}, ${hashSecret(pair.refresh)}, ${accountId}, ${purpose}, ${now.toISOString()},
        ${expiresAt})`,
  )
  return pair
}

/** Whether an unused link of this purpose is still valid. */
export async function hasActiveToken(
  db: Queryable,
  accountId: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select from tokens where account_id = ${accountId} and purpose = ${purpose} and used_at is null
      and expires_at > ${now.toISOString()} limit 1`,
  )
  return row !== null
}

const isUsable = (given: SubmittedTokens, now: Date): Sql =>
  sql`t.id = ${hashSecret(given.access_token)} and t.purpose = any(${PASSWORD_PURPOSES})
    and t.used_at is null and t.expires_at > ${now.toISOString()}
    ${
      // If given, the refresh token must belong to the same link.
      given.refresh_token === undefined ? empty : sql`and t.refresh_id = ${hashSecret(given.refresh_token)}`
    }`

/** Checks a password link without using it up. */
export async function findPasswordLink(db: Queryable, given: SubmittedTokens, now: Date) {
  return maybeOne<{ account_id: string; email: string }>(
    db,
    sql`select t.account_id, a.email from tokens t join accounts a on a.id = t.account_id
      where ${isUsable(given, now)} and a.disabled_at is null`,
  )
}

/** Locks the account before its tokens, the order in which a new password or email voids them. */
async function lockAccountOf(tx: Tx, accessToken: string) {
  const row = await maybeOne<{ account_id: string }>(
    tx,
    sql`select account_id from tokens where id = ${hashSecret(accessToken)}`,
  )
  if (row) await lockAccount(tx, row.account_id)
}

/** Uses up a link. The row lock makes sure that only one of several concurrent uses succeeds. */
export async function consumePasswordLink(tx: Tx, given: SubmittedTokens, now: Date): Promise<string | null> {
  await lockAccountOf(tx, given.access_token)
  const row = await maybeOne<{ account_id: string }>(
    tx,
    sql`update tokens t set used_at = ${now.toISOString()} where ${isUsable(given, now)} returning t.account_id`,
  )
  return row?.account_id ?? null
}

/** Idempotent: a confirmation link may be opened twice. */
export async function consumeVerificationLink(
  tx: Tx,
  accessToken: string,
  now: Date,
): Promise<string | null> {
  const at = now.toISOString()
  await lockAccountOf(tx, accessToken)
  const row = await maybeOne<{ account_id: string }>(
    tx,
    sql`update tokens set used_at = coalesce(used_at, ${at})
      where id = ${hashSecret(accessToken)} and purpose = 'verify' and expires_at > ${at} returning account_id`,
  )
  return row?.account_id ?? null
}

export async function removeTokensOf(
  db: Queryable,
  accountId: string,
  purposes: Purpose[] = ['verify', ...PASSWORD_PURPOSES],
) {
  await execute(db, sql`delete from tokens where account_id = ${accountId} and purpose = any(${purposes})`)
}
