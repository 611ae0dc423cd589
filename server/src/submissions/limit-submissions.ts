import { AppError } from '../errors'
import { clientSubnet } from '../http/client-subnet'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'

/** A parent's submissions are counted by the account, which is answered. */
export async function limitParentSubmissions(c: AppContext): Promise<string> {
  const { id } = accountOf(c)
  await c.var.services.rateLimiter.consume('parent-submissions', id)
  return id
}

/**
 * A guest's by where they come from and by the address that gets the mails: few from one place, so that nobody fills
 * somebody else's mailbox; over all places it only waits, for what strangers send in a family's name must not keep the
 * family out. A guest's row by somebody signed in would belong to nobody: their children have names already, and
 * `field` asks for one.
 */
export async function limitGuestSubmissions(c: AppContext, email: string, field: string): Promise<void> {
  const { ipAddress, services } = c.var
  const { rateLimiter } = services
  if (c.var.viewer.account) throw new AppError('invalid', {}, { [field]: 'Please select a child' })
  await rateLimiter.consume('guest-ip', ipAddress)
  await rateLimiter.consume('guest-email-ip', `${email} ${clientSubnet(ipAddress)}`)
  await rateLimiter.consume('guest-email', email)
}
