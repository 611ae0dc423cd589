import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import { callerOf } from '../http/semaphore'
import { newSecret } from '../secrets'
import { findAccount, type StoredAccount } from './accounts.queries'
import { logFailedSignIn } from './auth-log'
import { limitAttempts } from './limit-attempts'
import { recordPasswordEntered } from './sessions.queries'

/**
 * Asks for the password again before what a borrowed, unlocked phone must not allow. Wrong ones count as sign-ins to the
 * account from this network, even in a browser that signed in before: it may be in somebody else's hands. Returns the
 * account as it was when the password was verified.
 */
export async function reauthenticate(
  c: AppContext,
  password: string,
  field: 'password' | 'current_password' = 'password',
): Promise<StoredAccount> {
  const { services } = c.var
  const { id, email } = accountOf(c)
  const attempt = {
    ...callerOf(c),
    email,
    ipAddress: c.var.ipAddress,
    deviceSecret: newSecret(),
    isNewDevice: true,
  }
  return limitAttempts(services, attempt, async () => {
    const stored = await findAccount(services.db, id)
    const isRight = await services.passwords.verify(stored?.password_hash, password, attempt)
    if (stored && isRight) return stored
    logFailedSignIn(services, attempt, 'wrong-password')
    throw wrongPassword(field)
  })
}

/** The same for a session that goes on: it is not asked again for ten minutes. */
export async function enterPassword(c: AppContext, password: string): Promise<void> {
  const { db, clock } = c.var.services
  await reauthenticate(c, password)
  await recordPasswordEntered(db, accountOf(c).sessionId, clock.now())
}

export const wrongPassword = (field: string): AppError => new AppError('wrong-password').onField(field)
