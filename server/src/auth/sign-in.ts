import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import { AppError } from '../errors'
import { clientSubnet } from '../http/client-subnet'
import type { Services, Viewer } from '../http/context'
import { createKeyedSemaphore } from '../http/semaphore'
import { hashSecret } from '../secrets'
import { hasTwoFactor } from '../two-factor/two-factor.queries'
import { findAccount, findAccountByEmail, type StoredAccount } from './accounts.queries'
import { logFailedSignIn } from './auth-log'
import { isKnownDevice } from './devices.queries'
import { lockAccount } from './lock-account'
import { findViewer, removeSession } from './sessions.queries'
import { type Browser, startSession } from './start-session'
import { createTwoFactorChallenge } from './two-factor-challenge.queries'

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

/**
 * Attempts for one account from one subnet run one at a time: an attempt in progress may turn out right and get its
 * count refunded, so of many right ones at once none is rejected.
 */
const oneAtATime = createKeyedSemaphore({ permits: 1, maxQueued: 100, retryAfterSeconds: 10 })

/** Counts the attempt before verifying the password, so that concurrent guesses are limited too. */
async function rateLimitedSignIn(services: Services, attempt: SignInAttempt): Promise<SignedIn> {
  const { db, clock, rateLimiter } = services
  const deviceId = hashSecret(attempt.deviceSecret)
  // A browser that has signed in to this account before has its own limit, which strangers cannot use up.
  const deviceKey = (await isKnownDevice(db, deviceId, attempt.email, clock.now()))
    ? `${attempt.email} ${deviceId}`
    : null
  const emailIpKey = `${attempt.email} ${clientSubnet(attempt.ipAddress)}`
  const work = async () => {
    const usesDeviceLimit =
      deviceKey !== null && (await rateLimiter.tryConsume('sign-in-device', deviceKey)) === 0
    const shared = [
      ['sign-in-account', attempt.email],
      ['sign-in-ip', attempt.ipAddress],
    ] as const
    if (!usesDeviceLimit) {
      await rateLimiter.consume('sign-in-email-ip', emailIpKey)
      // Last: a rejected attempt must not use up the limits shared with others.
      for (const [name, key] of shared) await rateLimiter.consume(name, key)
    }
    const admitted = await admit(services, attempt)
    // A right password does not count.
    if (usesDeviceLimit) await rateLimiter.reset('sign-in-device', deviceKey)
    else {
      await rateLimiter.reset('sign-in-email-ip', emailIpKey)
      await rateLimiter.refund(shared)
    }
    if ('error' in admitted) throw new AppError(admitted.error)
    if ('challengeSecret' in admitted) return admitted
    return { ...admitted, viewer: await findViewer(db, admitted.secret, clock.now()) }
  }
  return oneAtATime(deviceKey ?? emailIpKey, work, attempt)
}

type Admitted =
  | { secret: string }
  | { challengeSecret: string }
  | { error: 'suspended' | 'email-not-confirmed' }

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
  throw new AppError('unavailable', {}, undefined, 1)
}

/** The account's status is revealed only after the right password. */
async function admitLocked(
  tx: Tx,
  services: Services,
  attempt: SignInAttempt,
  { id, status, email_verified_at }: StoredAccount,
): Promise<Admitted> {
  const { clock, config } = services
  if (status === 'suspended') return { error: 'suspended' }
  if (config.smtpUrl && !email_verified_at) return { error: 'email-not-confirmed' }
  if (!(await hasTwoFactor(tx, id))) return { secret: await startSession(tx, services, id, attempt) }
  // Until the code is given this browser is signed out, also from an earlier session.
  if (attempt.viewer.account) await removeSession(tx, attempt.viewer.account.sessionId)
  return { challengeSecret: await createTwoFactorChallenge(tx, id, clock.now()) }
}

const updateHash = (tx: Tx, accountId: string, hash: string) =>
  execute(tx, sql`update accounts set password_hash = ${hash} where id = ${accountId}`)
