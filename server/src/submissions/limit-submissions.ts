import { fieldError } from '@aftercare/domain/lib/field-rules'
import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import type { Tx } from '../db/client'
import { getOne, prepared, sql } from '../db/sql'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { consumeSql } from '../http/rate-limiter'
import { accountOf } from '../http/route'

/** Limits a parent's submissions by account. Returns the family's id. */
export async function limitParentSubmissions(c: AppContext): Promise<string> {
  const { id, familyId } = accountOf(c)
  await c.var.services.rateLimiter.consume('parent-submissions', id)
  return familyId
}

/**
 * Limits what guests send from one network, rejected requests included. A signed-in user may not submit as a guest: the
 * row would belong to nobody, so `field` is required.
 */
export async function limitGuestNetwork(c: AppContext, field: string): Promise<void> {
  if (c.var.viewer.account)
    throw new AppError(
      'invalid',
      {},
      { fields: { [field]: fieldError('child-required', 'Please select a child') } },
    )
  await c.var.services.rateLimiter.consume('guest-ip', c.var.ipAddress)
}

const PER_EMAIL_AND_HOUR = 5

/**
 * Limits a guest's submissions by the email that gets the confirmations: each of five places is free again an hour after
 * it was taken, so that no hour has more. Counted in the transaction that stores the submission: one that is rejected, or
 * answered again after a lost response, takes nothing from the family's few.
 */
export async function limitGuestEmail(tx: Tx, c: AppContext, email: string): Promise<void> {
  const { encryptor, rateLimiter } = c.var.services
  const key = normaliseEmail(email)
  const rejections: number[] = []
  for (let place = 1; place <= PER_EMAIL_AND_HOUR; place += 1) {
    const statement = sql`select ${consumeSql(encryptor.hmac, 'guest-email', `${key} ${place}`)}::float8 as counted`
    const { counted } = await getOne<{ counted: number }>(tx, prepared('limit-guest-email', statement))
    if (counted === 0) return
    rejections.push(counted)
  }
  await rateLimiter.enforce('guest-email', key, Math.max(...rejections))
}
