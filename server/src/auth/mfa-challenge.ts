import { AppError } from '../errors'
import type { Services } from '../http/context'
import { withCode } from '../two-factor/check-code'
import { notifyRecoveryCodeUsed } from '../two-factor/two-factor-notifications'
import { findAccount } from './accounts.queries'
import { logFailedSignIn } from './auth-log'
import { consumeMfaChallenge, findMfaChallenge } from './mfa-challenge.queries'
import { findViewer } from './sessions.queries'
import { type Browser, startSession } from './start-session'

export type MfaAttempt = Browser & {
  /** Of the cookie that the right password left. */
  stepSecret: string | undefined
  code: string
}

/** Starts the session that the password alone did not. */
export async function completeMfaChallenge(services: Services, given: MfaAttempt) {
  const { db, clock } = services
  const accountId = given.stepSecret && (await findMfaChallenge(db, given.stepSecret, clock.now()))
  const account = accountId ? await findAccount(db, accountId) : null
  if (!account || !given.stepSecret) throw new AppError('challenge-expired')
  try {
    const secret = await admit(services, given, account.id, given.stepSecret)
    return { secret, viewer: await findViewer(db, secret, clock.now()) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    logFailedSignIn(services, { email: account.email, ipAddress: given.ipAddress }, error.code)
    // Reset meanwhile: the password alone is enough now, but it is asked for anew.
    throw error.code === 'two-factor-off' ? new AppError('challenge-expired') : error
  }
}

const admit = (services: Services, given: MfaAttempt, accountId: string, stepSecret: string) =>
  withCode(
    services,
    accountId,
    given.code,
    async (tx, kind) => {
      // The account is locked: a new password, a new address or a suspension has removed the step by now.
      const account = await findAccount(tx, accountId)
      const isWaiting = await consumeMfaChallenge(tx, stepSecret, services.clock.now())
      if (!isWaiting || account?.status === 'suspended' || !account) throw new AppError('challenge-expired')
      if (kind === 'recovery') await notifyRecoveryCodeUsed(tx, services, accountId)
      return startSession(tx, services, accountId, given)
    },
    given,
  )
