import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'

/** A parent's submissions are counted by the account, which is answered. */
export async function countParent(c: AppContext): Promise<string> {
  const { id } = accountOf(c)
  await c.var.services.limiter.take('parent-submissions', id)
  return id
}

/**
 * A guest's by where they come from and by the address that gets the mails. A guest's row by somebody signed in would
 * belong to nobody: their children have names already, and `field` asks for one.
 */
export async function countGuest(c: AppContext, email: string, field: string): Promise<void> {
  const { limiter } = c.var.services
  if (c.var.viewer.account) throw new AppError('invalid', {}, { [field]: 'Please select a child' })
  await limiter.take('guest-address', c.var.clientAddress)
  await limiter.take('guest-email', email)
}
