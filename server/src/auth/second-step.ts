import { AppError } from '../errors'
import type { Services } from '../http/context'
import { withCode } from '../two-factor/check-code'
import { tellRecoveryUsed } from '../two-factor/two-factor-notes'
import { findAccount } from './accounts.queries'
import { logRefusedSignIn } from './auth-log'
import { findSignInStep, takeSignInStep } from './second-step.queries'
import { findViewer } from './sessions.queries'
import { type Browser, startSession } from './start-session'

export type SecondStep = Browser & {
  /** Of the cookie that the right password left. */
  stepSecret: string | undefined
  code: string
}

/** Starts the session that the password alone did not. */
export async function takeSecondStep(services: Services, given: SecondStep) {
  const { db, clock } = services
  const accountId = given.stepSecret && (await findSignInStep(db, given.stepSecret, clock.now()))
  const account = accountId ? await findAccount(db, accountId) : null
  if (!account || !given.stepSecret) throw new AppError('step-over')
  try {
    const secret = await admit(services, given, account.id, given.stepSecret)
    return { secret, viewer: await findViewer(db, secret, clock.now()) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    logRefusedSignIn(services, { email: account.email, clientAddress: given.clientAddress }, error.code)
    // Reset meanwhile: the password alone is enough now, but it is asked for anew.
    throw error.code === 'two-step-off' ? new AppError('step-over') : error
  }
}

const admit = (services: Services, given: SecondStep, accountId: string, stepSecret: string) =>
  withCode(
    services,
    accountId,
    given.code,
    async (tx, kind) => {
      // The account is locked: a new password, a new address or a suspension has removed the step by now.
      const account = await findAccount(tx, accountId)
      const isWaiting = await takeSignInStep(tx, stepSecret, services.clock.now())
      if (!isWaiting || account?.status === 'suspended' || !account) throw new AppError('step-over')
      if (kind === 'recovery') await tellRecoveryUsed(tx, services, accountId)
      return startSession(tx, services, accountId, given)
    },
    given,
  )
