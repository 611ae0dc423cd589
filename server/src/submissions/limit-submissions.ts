import { fieldError } from '@aftercare/domain/lib/field-rules'
import { AppError } from '../errors'
import { clientSubnet } from '../http/client-subnet'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'

/** Limits a parent's submissions by account. Returns the family's id. */
export async function limitParentSubmissions(c: AppContext): Promise<string> {
  const { id, familyId } = accountOf(c)
  await c.var.services.rateLimiter.consume('parent-submissions', id)
  return familyId
}

/**
 * Limits a guest's submissions by IP address and by the email that gets the confirmations: few from one subnet, so that
 * nobody floods somebody else's inbox; over all subnets requests are only delayed, so that strangers cannot lock a
 * family out. A signed-in user may not submit as a guest: the row would belong to nobody, so `field` is required.
 */
export async function limitGuestSubmissions(c: AppContext, email: string, field: string): Promise<void> {
  const { ipAddress, services } = c.var
  const { rateLimiter } = services
  if (c.var.viewer.account)
    throw new AppError('invalid', {}, { [field]: fieldError('child-required', 'Please select a child') })
  await rateLimiter.consume('guest-ip', ipAddress)
  await rateLimiter.consume('guest-email-ip', `${email} ${clientSubnet(ipAddress)}`)
  await rateLimiter.consume('guest-email', email)
}
