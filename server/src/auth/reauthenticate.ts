import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import { callerOf } from '../http/semaphore'
import { findAccount, type StoredAccount } from './accounts.queries'
import { logFailedSignIn } from './auth-log'

/**
 * Asks for the password again before actions that a borrowed, unlocked phone must not allow. Rate limited; failures
 * are logged. Returns the account as it was when the password was verified.
 */
export async function reauthenticate(
  c: AppContext,
  password: string,
  field: 'password' | 'current_password' = 'password',
): Promise<StoredAccount> {
  const { services } = c.var
  const { id, email } = accountOf(c)
  await services.rateLimiter.consume('password-change', id)
  const account = await findAccount(services.db, id)
  if (!account || !(await services.passwords.verify(account.password_hash, password, callerOf(c)))) {
    logFailedSignIn(services, { email, ipAddress: c.var.ipAddress }, 'wrong-password')
    throw wrongPassword(field)
  }
  await services.rateLimiter.release({ cleared: [['password-change', id]] })
  return account
}

export const wrongPassword = (field: string): AppError => new AppError('wrong-password').onField(field)
