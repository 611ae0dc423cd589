import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { findAccount, findAccountByEmail, type StoredAccount } from './accounts.queries'
import { logFailedSignIn } from './auth-log'
import { limitAttempts } from './limit-attempts'
import { lockAccount } from './lock-account'
import { findViewer, removeSession } from './sessions.queries'
import { type Browser, startSession } from './start-session'
import { createTwoFactorChallenge } from './two-factor-challenge.queries'
import { isTooCommonForStaff } from './weak-passwords'

export type SignInAttempt = Browser & { email: string; password: string }

/** A session, or the secret of a two-factor challenge. */
export type SignedIn = { secret: string; viewer: Viewer } | { challengeSecret: string }

/** Checks the password; starts a session or a two-factor challenge. */
export async function signIn(services: Services, attempt: SignInAttempt): Promise<SignedIn> {
  try {
    return await rateLimitedSignIn(services, attempt)
  } catch (error) {
    if (error instanceof AppError) logFailedSignIn(services, attempt, error.code)
    throw error
  }
}

async function rateLimitedSignIn(services: Services, attempt: SignInAttempt): Promise<SignedIn> {
  const admitted = await limitAttempts(services, attempt, () => admit(services, attempt))
  if ('error' in admitted) throw new AppError(admitted.error)
  if ('challengeSecret' in admitted) return admitted
  return { ...admitted, viewer: await findViewer(services.db, admitted.secret, services.clock.now()) }
}

type Admitted =
  | { secret: string }
  | { challengeSecret: string }
  | { error: 'suspended' | 'email-not-confirmed' | 'common-password' }

/** Retries if the stored hash changed meanwhile. */
const MAX_ATTEMPTS = 3

/** Verifies the password before locking the row, because it is slow; then checks that the account is unchanged. */
async function admit(services: Services, attempt: SignInAttempt): Promise<Admitted> {
  const { db, passwords } = services
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const account = await findAccountByEmail(db, attempt.email)
    const isRight = await passwords.verify(account?.password_hash, attempt.password, attempt)
    if (!account?.password_hash || !isRight) throw new AppError('bad-credentials')
    const newHash = passwords.needsRehash(account.password_hash)
      ? await passwords.hash(attempt.password, attempt)
      : null
    const admitted = await db.transaction(async (tx) => {
      await lockAccount(tx, account.id)
      const current = await findAccount(tx, account.id)
      if (current?.email !== account.email || current.password_hash !== account.password_hash) return null
      if (newHash) await updateHash(tx, account.id, newHash)
      return admitLocked(tx, services, attempt, current)
    })
    if (admitted) return admitted
  }
  throw new AppError('unavailable', {}, { retryAfterSeconds: 1 })
}

/** The account's status is revealed only after the right password. */
async function admitLocked(
  tx: Tx,
  services: Services,
  attempt: SignInAttempt,
  account: StoredAccount,
): Promise<Admitted> {
  const { clock, config } = services
  const { id, status, email_verified_at, email_set_by_staff_at, has_two_factor } = account
  if (status === 'suspended') return { error: 'suspended' }
  // Without a mail server accounts work unconfirmed, unless staff have changed the email.
  if (!email_verified_at && (config.smtpUrl || email_set_by_staff_at)) return { error: 'email-not-confirmed' }
  if (await isTooCommonForStaff(tx, services, account, attempt.password)) return { error: 'common-password' }
  if (!has_two_factor) return { secret: await startSession(tx, services, id, attempt) }
  // Until the code is given this browser is signed out, also from an earlier session.
  if (attempt.viewer.account) await removeSession(tx, attempt.viewer.account.sessionId)
  return { challengeSecret: await createTwoFactorChallenge(tx, id, clock.now()) }
}

const updateHash = (tx: Tx, accountId: string, hash: string) =>
  execute(tx, sql`update accounts set password_hash = ${hash} where id = ${accountId}`)
