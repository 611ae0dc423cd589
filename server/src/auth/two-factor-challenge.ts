import { AppError } from '../errors'
import type { Services } from '../http/context'
import { withCode } from '../two-factor/check-code'
import { notifyRecoveryCodeUsed } from '../two-factor/two-factor-notifications'
import { findAccount } from './accounts.queries'
import { logFailedSignIn } from './auth-log'
import { findViewer } from './sessions.queries'
import { type Browser, startSession } from './start-session'
import { consumeTwoFactorChallenge, findTwoFactorChallenge } from './two-factor-challenge.queries'

export type TwoFactorAttempt = Browser & {
  /** From the challenge cookie, set after the right password. */
  challengeSecret: string | undefined
  code: string
}

/** Starts the session if the two-factor code is right. */
export async function completeTwoFactorChallenge(services: Services, attempt: TwoFactorAttempt) {
  const { db, clock } = services
  const accountId =
    attempt.challengeSecret && (await findTwoFactorChallenge(db, attempt.challengeSecret, clock.now()))
  const account = accountId ? await findAccount(db, accountId) : null
  if (!account || !attempt.challengeSecret) throw new AppError('challenge-expired')
  try {
    const secret = await admit(services, attempt, account.id, attempt.challengeSecret)
    return { secret, viewer: await findViewer(db, secret, clock.now()) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    logFailedSignIn(services, { email: account.email, ipAddress: attempt.ipAddress }, error.code)
    // Two-factor was reset meanwhile: the password alone is enough now, but must be entered again.
    throw error.code === 'two-factor-off' ? new AppError('challenge-expired') : error
  }
}

const admit = (services: Services, attempt: TwoFactorAttempt, accountId: string, challengeSecret: string) =>
  withCode(
    services,
    accountId,
    attempt.code,
    async (tx, kind) => {
      // With the account locked, a new password, a new email or a suspension has already removed the challenge.
      const account = await findAccount(tx, accountId)
      const isValid = await consumeTwoFactorChallenge(tx, challengeSecret, services.clock.now())
      if (!isValid || account?.status === 'suspended' || !account) throw new AppError('challenge-expired')
      if (kind === 'recovery') await notifyRecoveryCodeUsed(tx, services, accountId)
      return startSession(tx, services, accountId, attempt)
    },
    attempt,
  )
