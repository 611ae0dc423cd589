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
import { createMfaChallenge } from './mfa-challenge.queries'
import { findViewer, removeSession } from './sessions.queries'
import { type Browser, startSession } from './start-session'

export type SignInAttempt = Browser & { email: string; password: string }

/** A session, or with two-step sign-in the secret that lets this browser follow up with a code. */
export type SignedIn = { secret: string; viewer: Viewer } | { stepSecret: string }

/** Starts a session for the right password, or the second step. */
export async function signIn(services: Services, attempt: SignInAttempt): Promise<SignedIn> {
  try {
    return await countedSignIn(services, attempt)
  } catch (error) {
    if (error instanceof AppError) logFailedSignIn(services, attempt, error.code)
    throw error
  }
}

/**
 * Attempts of one account from one place run one after another: those under way may turn out right, so that of many
 * right ones at once none is refused.
 */
const oneAtATime = createKeyedSemaphore({ permits: 1, maxQueued: 100, retryAfterSeconds: 10 })

/** Counted before the password is verified, so that guesses at the same moment are bounded too. */
async function countedSignIn(services: Services, attempt: SignInAttempt): Promise<SignedIn> {
  const { db, clock, rateLimiter } = services
  const deviceId = hashSecret(attempt.deviceSecret)
  // A browser that signed in to this account before has a count of its own, out of a stranger's reach.
  const deviceKey = (await isKnownDevice(db, deviceId, attempt.email, clock.now()))
    ? `${attempt.email} ${deviceId}`
    : null
  const pairKey = `${attempt.email} ${clientSubnet(attempt.ipAddress)}`
  const work = async () => {
    const isOwnCount = deviceKey !== null && (await rateLimiter.tryConsume('sign-in-device', deviceKey)) === 0
    const shared = [
      ['sign-in-account', attempt.email],
      ['sign-in-address', attempt.ipAddress],
    ] as const
    if (!isOwnCount) {
      await rateLimiter.consume('sign-in-pair', pairKey)
      // Only now: what is refused to one must not fill the counts that it shares with others.
      for (const [name, key] of shared) await rateLimiter.consume(name, key)
    }
    const admitted = await admit(services, attempt)
    // A right password is not held against anybody.
    if (isOwnCount) await rateLimiter.reset('sign-in-device', deviceKey)
    else {
      await rateLimiter.reset('sign-in-pair', pairKey)
      await rateLimiter.refund(shared)
    }
    if ('refusal' in admitted) throw new AppError(admitted.refusal)
    if ('stepSecret' in admitted) return admitted
    return { ...admitted, viewer: await findViewer(db, admitted.secret, clock.now()) }
  }
  return oneAtATime(deviceKey ?? pairKey, work, attempt)
}

type Admitted = { secret: string } | { stepSecret: string } | { refusal: 'suspended' | 'email-not-confirmed' }

/** Once for the stored hash, and again for one that was renewed or set meanwhile. */
const MAX_ATTEMPTS = 3

/** The password is verified before any row is locked, for that takes long; then the account must still be the same. */
async function admit(services: Services, attempt: SignInAttempt): Promise<Admitted> {
  const { db, passwords } = services
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const account = await findAccountByEmail(db, attempt.email)
    const isRight = await passwords.verify(account?.password_hash, attempt.password, attempt)
    if (!account?.password_hash || !isRight) throw new AppError('bad-credentials')
    const renewedHash = passwords.needsRehash(account.password_hash)
      ? await passwords.hash(attempt.password, attempt)
      : null
    const admitted = await db.transaction(async (tx) => {
      await lockAccount(tx, account.id)
      const current = await findAccount(tx, account.id)
      if (current?.email !== account.email || current.password_hash !== account.password_hash) return null
      if (renewedHash) await renewHash(tx, account.id, renewedHash)
      return admitLocked(tx, services, attempt, current)
    })
    if (admitted) return admitted
  }
  throw new AppError('unavailable', {}, undefined, 1)
}

/** Only whoever knows the password learns how the account stands. */
async function admitLocked(
  tx: Tx,
  services: Services,
  attempt: SignInAttempt,
  { id, status, email_verified_at }: StoredAccount,
): Promise<Admitted> {
  const { clock, config } = services
  if (status === 'suspended') return { refusal: 'suspended' }
  if (config.smtpUrl && !email_verified_at) return { refusal: 'email-not-confirmed' }
  if (!(await hasTwoFactor(tx, id))) return { secret: await startSession(tx, services, id, attempt) }
  // No session yet, and none from before: until the code is given this browser is signed out.
  if (attempt.viewer.account) await removeSession(tx, attempt.viewer.account.sessionId)
  return { stepSecret: await createMfaChallenge(tx, id, clock.now()) }
}

const renewHash = (tx: Tx, accountId: string, hash: string) =>
  execute(tx, sql`update accounts set password_hash = ${hash} where id = ${accountId}`)
