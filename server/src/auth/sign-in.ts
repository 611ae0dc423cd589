import { affected, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { digestOf, newSecret } from '../secrets'
import { openKey } from '../two-step/two-step.queries'
import { admitUnreadable } from '../two-step/two-step-notes'
import { logRefusedSignIn } from './auth-log'
import { hashPassword, needsRehash, verifyPassword } from './passwords'
import { createSignInStep } from './second-step.queries'
import { removeSession } from './sessions.queries'
import {
  type Attempted,
  type CountedTry,
  countSignIn,
  deviceKey,
  pairKey,
  startSession,
} from './sign-in.queries'

export type Attempt = {
  email: string
  password: string
  clientAddress: string
  /** The browser's mark: brought along, or new. */
  deviceSecret: string
  viewer: Viewer
  /** What the browser says it is. */
  userAgent: string | null
  /** Aborted when the browser hangs up. */
  gone?: AbortSignal
}

/** A session, or with two-step sign-in the secret that lets this browser follow up with a code. */
export type SignedIn = { secret: string; viewer: Viewer } | { stepSecret: string }

/** Starts a session for the right password, or the second step. */
export async function signIn(services: Services, attempt: Attempt): Promise<SignedIn> {
  try {
    return await admit(services, attempt)
  } catch (error) {
    if (error instanceof AppError) logRefusedSignIn(services, attempt, error.code)
    throw error
  }
}

async function admit(services: Services, attempt: Attempt): Promise<SignedIn> {
  const { db, clock, config } = services
  const { attempted, counted } = await countTry(services, attempt)
  const { id, password_hash: verifiedHash } = counted
  const isRight = await verifyPassword(verifiedHash, attempt.password, attempt.gone)
  if (!id || !verifiedHash || !isRight) throw new AppError('bad-credentials')
  // Only whoever knows the password learns how the account stands.
  const refusal = refusalOf(counted, Boolean(config.smtpUrl))
  if (refusal) {
    await giveBack(services, attempted, counted)
    throw new AppError(refusal)
  }
  const renewedHash = needsRehash(verifiedHash) ? await hashPassword(attempt.password, attempt.gone) : null
  if (counted.two_step_key) {
    if (openKey(services.sealer, id, counted.two_step_key)) {
      await giveBack(services, attempted, counted)
      return { stepSecret: await startSecondStep(services, attempt, id, { verifiedHash, renewedHash }) }
    }
    await admitUnreadable(services, id)
  }
  const secret = newSecret()
  const session = {
    isKnown: counted.device !== null,
    sessionId: digestOf(secret),
    deviceId: digestOf(attempt.deviceSecret),
    // A session brought along from before is never continued as somebody else's, nor left behind.
    formerSessionId: attempt.viewer.account?.sessionId ?? null,
    verifiedHash,
    renewedHash,
    userAgent: attempt.userAgent,
  }
  const now = clock.now()
  const started = await startSession(db, attempted, id, session, now, config.staffSession)
  if (!started) throw new AppError('bad-credentials')
  const viewer: Viewer = {
    account: {
      id,
      email: counted.email ?? attempt.email,
      fullName: counted.full_name ?? '',
      roles: started.roles,
      sessionId: session.sessionId,
      sessionExpiresAt: started.expires_at,
      sessionSeenAt: now.toISOString(),
    },
    roles: started.roles,
  }
  return { secret, viewer }
}

/** No session yet, and none from before: until the code is given this browser is signed out. */
async function startSecondStep(
  { db, clock }: Services,
  { viewer }: Attempt,
  accountId: string,
  { verifiedHash, renewedHash }: { verifiedHash: string; renewedHash: string | null },
): Promise<string> {
  return db.transaction(async (tx) => {
    // Held as below: a password that is being changed meanwhile either refuses this one or takes the note along.
    const isSame = await affected(
      tx,
      sql`update accounts set password_hash = coalesce(${renewedHash}, password_hash)
        where id = ${accountId} and password_hash = ${verifiedHash}`,
    )
    if (isSame === 0) throw new AppError('bad-credentials')
    if (viewer.account) await removeSession(tx, viewer.account.sessionId)
    return createSignInStep(tx, accountId, clock.now())
  })
}

/** A known browser that used up its own tries is a stranger from then on. */
async function countTry(services: Services, attempt: Attempt) {
  const { db, clock, limiter } = services
  let attempted: Attempted = { ...attempt, deviceId: digestOf(attempt.deviceSecret) }
  let counted = await countSignIn(db, attempted, clock.now())
  if ((counted.device ?? 0) < 0) {
    attempted = { ...attempted, deviceId: undefined }
    counted = await countSignIn(db, attempted, clock.now())
  }
  await limiter.heed('sign-in-pair', pairKey(attempted), counted.pair ?? 0)
  await limiter.heed('sign-in-account', attempt.email, counted.account ?? 0)
  await limiter.heed('sign-in-address', attempt.clientAddress, counted.address ?? 0)
  return { attempted, counted }
}

function refusalOf({ status, email_verified_at }: CountedTry, isConfirmationAsked: boolean) {
  if (status === 'suspended') return 'suspended'
  return isConfirmationAsked && !email_verified_at ? 'email-not-confirmed' : null
}

async function giveBack({ limiter }: Services, attempted: Attempted, counted: CountedTry) {
  if (counted.device !== null) return limiter.reset('sign-in-device', deviceKey(attempted))
  await limiter.reset('sign-in-pair', pairKey(attempted))
  await limiter.giveBack('sign-in-account', attempted.email)
  await limiter.giveBack('sign-in-address', attempted.clientAddress)
}
