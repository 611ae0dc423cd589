import { and, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { accounts, profiles, sessions, user_roles } from '../db/schema'
import type { Account, Viewer } from '../http/context'
import { digestOf, newSecret } from './secrets'

const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

const VISITOR: Viewer = { account: null, roles: ['visitor'] }

/** Session, roles and account status in one query: what has changed counts with the very next request. */
export async function findViewer(db: Queryable, secret: string | undefined, now: Date): Promise<Viewer> {
  if (!secret) return VISITOR
  return findViewerBySession(db, digestOf(secret), now)
}

export async function findViewerBySession(db: Queryable, sessionId: string, now: Date): Promise<Viewer> {
  const [row] = await db
    .select({
      id: accounts.id,
      email: accounts.email,
      fullName: profiles.full_name,
      sessionExpiresAt: sessions.expires_at,
      roles: sql<
        Account['roles']
      >`array(select ${user_roles.role} from ${user_roles} where ${user_roles.user_id} = ${accounts.id} order by 1)`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.account_id))
    .innerJoin(profiles, eq(profiles.id, accounts.id))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.kind, 'full'),
        gt(sessions.expires_at, now.toISOString()),
        isNull(accounts.disabled_at),
        ne(profiles.status, 'suspended'),
      ),
    )
  if (!row) return VISITOR
  return { account: { ...row, sessionId }, roles: row.roles }
}

/** Starts a session; only its digest stays here. */
export async function createSession(db: Queryable, accountId: string, now: Date) {
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString()
  await db.insert(sessions).values({ id: digestOf(secret), account_id: accountId, expires_at: expiresAt })
  return { secret, expiresAt }
}

export async function removeSession(db: Queryable, sessionId: string) {
  await db.delete(sessions).where(eq(sessions.id, sessionId))
}

/** Ends every session of an account, as after a new password or a suspension. */
export async function removeSessionsOf(db: Queryable, accountId: string) {
  await db.delete(sessions).where(eq(sessions.account_id, accountId))
}

/** Puts the end of a session off; one that is over stays over. */
export async function extendSession(db: Queryable, sessionId: string, now: Date): Promise<string | null> {
  const expires_at = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString()
  const [row] = await db
    .update(sessions)
    .set({ expires_at })
    .where(and(eq(sessions.id, sessionId), gt(sessions.expires_at, now.toISOString())))
    .returning({ expires_at: sessions.expires_at })
  return row?.expires_at ?? null
}

export async function removeExpiredSessionsOf(db: Queryable, accountId: string, now: Date) {
  await db
    .delete(sessions)
    .where(and(eq(sessions.account_id, accountId), lte(sessions.expires_at, now.toISOString())))
}
