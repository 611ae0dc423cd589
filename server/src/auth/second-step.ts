import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { digestOf, newSecret } from '../secrets'
import { withCode } from '../two-step/check-code'
import { tellRecoveryUsed } from '../two-step/two-step-notes'
import { findAccount } from './accounts.queries'
import { logRefusedSignIn } from './auth-log'
import { findSignInStep, takeSignInStep } from './second-step.queries'
import { findViewer } from './sessions.queries'
import { startSession } from './sign-in.queries'

export type SecondStep = {
  /** Of the cookie that the right password left. */
  stepSecret: string | undefined
  code: string
  clientAddress: string
  deviceSecret: string
  viewer: Viewer
  userAgent: string | null
  gone?: AbortSignal
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

async function admit(services: Services, given: SecondStep, accountId: string, stepSecret: string) {
  const { clock, config } = services
  const secret = newSecret()
  await withCode(
    services,
    accountId,
    given.code,
    async (tx, kind) => {
      // The account's row is held: a password that changed since has taken the note along.
      const account = await findAccount(tx, accountId)
      const isWaiting = await takeSignInStep(tx, stepSecret, clock.now())
      if (!isWaiting || !account?.password_hash) throw new AppError('step-over')
      const deviceId = digestOf(given.deviceSecret)
      const attempted = { email: account.email, clientAddress: given.clientAddress, deviceId }
      const session = {
        isKnown: true,
        sessionId: digestOf(secret),
        deviceId,
        formerSessionId: given.viewer.account?.sessionId ?? null,
        verifiedHash: account.password_hash,
        renewedHash: null,
        userAgent: given.userAgent,
      }
      const started = await startSession(tx, attempted, accountId, session, clock.now(), config.staffSession)
      if (!started) throw new AppError('step-over')
      if (kind === 'recovery') await tellRecoveryUsed(tx, services, accountId)
    },
    given.gone,
  )
  return secret
}
