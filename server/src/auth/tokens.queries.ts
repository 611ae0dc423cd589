import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { accounts, tokens } from '../db/schema'
import { digestOf, newSecret } from './secrets'

type Purpose = (typeof tokens.$inferSelect)['purpose']

/** The two halves of a mailed link. Only their digests are stored. */
export type TokenPair = { access: string; refresh: string }
export type GivenPair = { access_token: string; refresh_token?: string | undefined }

export const HOURS_VALID = { verify: 24, recovery: 1, invite: 7 * 24 } as const satisfies Record<
  Purpose,
  number
>

/** Links that set a password replace each other: only the newest one works. */
const PASSWORD_PURPOSES: Purpose[] = ['recovery', 'invite']

export async function createToken(
  db: Queryable,
  accountId: string,
  purpose: Purpose,
  now: Date,
): Promise<TokenPair> {
  await removeTokensOf(db, accountId, purpose === 'verify' ? ['verify'] : PASSWORD_PURPOSES)
  const pair = { access: newSecret(), refresh: newSecret() }
  await db.insert(tokens).values({
    id: digestOf(pair.access),
    refresh_id: digestOf(pair.refresh),
    account_id: accountId,
    purpose,
    expires_at: new Date(now.getTime() + HOURS_VALID[purpose] * 3_600_000).toISOString(),
  })
  return pair
}

const usable = (given: GivenPair, purposes: Purpose[], now: Date) =>
  and(
    eq(tokens.id, digestOf(given.access_token)),
    inArray(tokens.purpose, purposes),
    isNull(tokens.used_at),
    gt(tokens.expires_at, now.toISOString()),
    // A refresh token of another link does not go with this one.
    given.refresh_token === undefined ? undefined : eq(tokens.refresh_id, digestOf(given.refresh_token)),
  )

/** Looks at a link that sets a password without using it up. */
export async function findPasswordLink(db: Queryable, given: GivenPair, now: Date) {
  const [row] = await db
    .select({ account_id: tokens.account_id, email: accounts.email })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.account_id))
    .where(and(usable(given, PASSWORD_PURPOSES, now), isNull(accounts.disabled_at)))
  return row ?? null
}

/** Uses a link up. Of any number of uses at once the row's lock lets exactly one find it unused. */
export async function takePasswordLink(db: Queryable, given: GivenPair, now: Date): Promise<string | null> {
  const [row] = await db
    .update(tokens)
    .set({ used_at: now.toISOString() })
    .where(usable(given, PASSWORD_PURPOSES, now))
    .returning({ account_id: tokens.account_id })
  return row?.account_id ?? null
}

/** A confirmation link opened twice confirms once and stays true. */
export async function takeVerificationLink(
  db: Queryable,
  accessToken: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .update(tokens)
    .set({ used_at: sql`coalesce(${tokens.used_at}, ${now.toISOString()})` })
    .where(
      and(
        eq(tokens.id, digestOf(accessToken)),
        eq(tokens.purpose, 'verify'),
        gt(tokens.expires_at, now.toISOString()),
      ),
    )
    .returning({ account_id: tokens.account_id })
  return row?.account_id ?? null
}

export async function removeTokensOf(db: Queryable, accountId: string, purposes?: Purpose[]) {
  await db
    .delete(tokens)
    .where(and(eq(tokens.account_id, accountId), purposes ? inArray(tokens.purpose, purposes) : undefined))
}
