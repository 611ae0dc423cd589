import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { networkOf } from '../http/network'
import { accountOf } from '../http/route'

/** A parent's submissions are counted by the account, which is answered. */
export async function countParent(c: AppContext): Promise<string> {
  const { id } = accountOf(c)
  await c.var.services.limiter.take('parent-submissions', id)
  return id
}

/**
 * A guest's by where they come from and by the address that gets the mails: few from one place, so that nobody fills
 * somebody else's mailbox; over all places it only waits, for what strangers send in a family's name must not keep the
 * family out. A guest's row by somebody signed in would belong to nobody: their children have names already, and
 * `field` asks for one.
 */
export async function countGuest(c: AppContext, email: string, field: string): Promise<void> {
  const { clientAddress, services } = c.var
  const { limiter } = services
  if (c.var.viewer.account) throw new AppError('invalid', {}, { [field]: 'Please select a child' })
  await limiter.take('guest-address', clientAddress)
  await limiter.take('guest-pair', `${email} ${networkOf(clientAddress)}`)
  await limiter.take('guest-email', email)
}
