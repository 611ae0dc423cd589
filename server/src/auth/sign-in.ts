import { eq } from 'drizzle-orm'
import { recordAudit } from '../audit/audit.queries'
import { accounts } from '../db/schema'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { findAccountByEmail } from './accounts.queries'
import { hashPassword, needsRehash, verifyPassword } from './passwords'
import { createSession, findViewer, removeExpiredSessionsOf, removeSession } from './sessions.queries'

type Attempt = { email: string; password: string; clientAddress: string; viewer: Viewer }

/**
 * Starts a session for the right password. Tries are counted before the password is looked at, so that many at
 * once are bounded too; a right one is not held against the address or the account.
 */
export async function signIn(services: Services, attempt: Attempt) {
  const { db, limiter, clock, config } = services
  await limiter.take('sign-in-address', attempt.clientAddress)
  await limiter.take('sign-in-account', attempt.email)
  const account = await findAccountByEmail(db, attempt.email)
  const isRight = await verifyPassword(account?.password_hash, attempt.password)
  if (!account?.password_hash || !isRight) throw new AppError('bad-credentials')
  await limiter.giveBack('sign-in-address', attempt.clientAddress)
  await limiter.reset('sign-in-account', attempt.email)
  // Only whoever knows the password learns how the account stands.
  if (account.status === 'suspended') throw new AppError('suspended')
  if (config.smtpUrl && !account.email_verified_at) throw new AppError('email-not-confirmed')
  const renewedHash = needsRehash(account.password_hash) ? await hashPassword(attempt.password) : null

  const { secret, expiresAt } = await db.transaction(async (tx) => {
    if (renewedHash) {
      await tx.update(accounts).set({ password_hash: renewedHash }).where(eq(accounts.id, account.id))
    }
    // A session brought along from before is never continued as somebody else's, nor left behind.
    if (attempt.viewer.account) await removeSession(tx, attempt.viewer.account.sessionId)
    await removeExpiredSessionsOf(tx, account.id, clock.now())
    const session = await createSession(tx, account.id, clock.now())
    await recordAudit(tx, 'system', { action: 'auth.sign-in', table: 'accounts', rowId: account.id })
    return session
  })
  return { secret, expiresAt, viewer: await findViewer(db, secret, clock.now()) }
}
