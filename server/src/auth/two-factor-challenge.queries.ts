import { CODE_WITHIN_MINUTES } from '@aftercare/domain/two-factor/two-factor'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, sql } from '../db/sql'
import { hashSecret, newSecret } from '../secrets'

/** Records that the password was right; returns the secret for the challenge cookie. */
export async function createTwoFactorChallenge(tx: Tx, accountId: string, now: Date): Promise<string> {
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + CODE_WITHIN_MINUTES * 60_000).toISOString()
  await execute(
    tx,
    sql`insert into two_factor_challenges (id, account_id, created_at, expires_at)
      values (${hashSecret(secret)}, ${accountId}, ${now.toISOString()}, ${expiresAt})`,
  )
  return secret
}

const usable = (secret: string, now: Date) =>
  sql`id = ${hashSecret(secret)} and expires_at > ${now.toISOString()}`

/** The account that the challenge belongs to. */
export async function findTwoFactorChallenge(
  db: Queryable,
  secret: string,
  now: Date,
): Promise<string | null> {
  const row = await maybeOne<{ account_id: string }>(
    db,
    sql`select account_id from two_factor_challenges where ${usable(secret, now)}`,
  )
  return row?.account_id ?? null
}

/** Single use: one right password starts one session. */
export const consumeTwoFactorChallenge = async (tx: Tx, secret: string, now: Date): Promise<boolean> =>
  (await execute(tx, sql`delete from two_factor_challenges where ${usable(secret, now)}`)) === 1
