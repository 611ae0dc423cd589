import type { Queryable, Tx } from '../db/client'
import { empty, execute, hasRow, maybeOne, type Sql, sql } from '../db/sql'
import type { TokenRow } from '../db/tables'
import { hashSecret, newSecret } from '../secrets'
import { lockAccount, lockAccounts } from './lock-account'
import { UNUSABLE_PASSWORD } from './passwords'

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

const newTokenPair = (): TokenPair => ({ access: newSecret(), refresh: newSecret() })

export async function createToken(
  tx: Tx,
  accountId: string,
  purpose: Purpose,
  now: Date,
): Promise<TokenPair> {
  const pair = newTokenPair()
  await storeTokens(tx, [{ id: accountId, pair }], purpose, now)
  return pair
}

/** The same for many accounts at once. */
export async function createTokens<Account extends { id: string }>(
  tx: Tx,
  accounts: readonly Account[],
  purpose: Purpose,
  now: Date,
): Promise<(Account & { pair: TokenPair })[]> {
  const issued = accounts.map((account) => ({ ...account, pair: newTokenPair() }))
  await storeTokens(tx, issued, purpose, now)
  return issued
}

/**
 * Only the newest link of each purpose works. Anybody can request a reset, so it must not void an invitation.
 */
async function storeTokens(
  tx: Tx,
  issued: readonly { id: string; pair: TokenPair }[],
  purpose: Purpose,
  now: Date,
): Promise<void> {
  const accountIds = issued.map(({ id }) => id)
  await lockAccounts(tx, accountIds)
  await removeTokensOf(tx, accountIds, [purpose])
  const expiresAt = new Date(now.getTime() + HOURS_VALID[purpose] * 3_600_000).toISOString()
  const hashes = issued.map(({ pair }) => hashSecret(pair.access))
  const refreshHashes = issued.map(({ pair }) => hashSecret(pair.refresh))
  await execute(
    tx,
    sql`insert into tokens (id, refresh_id, account_id, purpose, created_at, expires_at)
      select id, refresh_id, account_id, ${purpose}, ${now.toISOString()}, ${expiresAt}
      from unnest(${hashes}::text[], ${refreshHashes}::text[], ${accountIds}::uuid[])
        as link (id, refresh_id, account_id)`,
  )
}

/** Whether an unused link of this purpose is still valid. */
export const hasActiveToken = (
  db: Queryable,
  accountId: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> =>
  hasRow(
    db,
    sql`select from tokens where account_id = ${accountId} and purpose = ${purpose} and used_at is null
      and expires_at > ${now.toISOString()} limit 1`,
  )

const isUsable = (given: SubmittedTokens, now: Date): Sql =>
  sql`t.id = ${hashSecret(given.access_token)} and t.purpose = any(${PASSWORD_PURPOSES})
    and t.used_at is null and t.expires_at > ${now.toISOString()}
    ${
      // If given, the refresh token must belong to the same link.
      given.refresh_token === undefined ? empty : sql`and t.refresh_id = ${hashSecret(given.refresh_token)}`
    }`

/** Checks a password link without using it up. */
export async function findPasswordLink(db: Queryable, given: SubmittedTokens, now: Date) {
  return maybeOne<{ email: string; has_password: boolean }>(
    db,
    sql`select a.email, coalesce(a.password_hash <> ${UNUSABLE_PASSWORD}, false) as has_password
      from tokens t join accounts a on a.id = t.account_id
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
  accountIds: readonly string[],
  purposes: Purpose[] = ['verify', ...PASSWORD_PURPOSES],
) {
  await execute(
    db,
    sql`delete from tokens where account_id = any(${accountIds}::uuid[]) and purpose = any(${purposes})`,
  )
}
