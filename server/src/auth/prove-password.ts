import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import { findAccount } from './accounts.queries'
import { logRefusedSignIn } from './auth-log'
import { verifyPassword } from './passwords'

/** Before what a borrowed, unlocked phone must not do. Tried as often as a new password's old one. */
export async function proveThePassword(c: AppContext, password: string): Promise<void> {
  const { services } = c.var
  const { id, email } = accountOf(c)
  await services.limiter.take('password-change', id)
  const account = await findAccount(services.db, id)
  if (!(await verifyPassword(account?.password_hash, password, c.req.raw.signal))) {
    logRefusedSignIn(services, { email, clientAddress: c.var.clientAddress }, 'wrong-password')
    const { message } = new AppError('wrong-password')
    throw new AppError('wrong-password', {}, { password: message })
  }
  await services.limiter.reset('password-change', id)
}
