import { prepared, sql } from '../db/sql'
import { clientSubnet } from '../http/client-subnet'
import type { Services } from '../http/context'
import { consumeSql, type RateLimitName, type Release } from '../http/rate-limiter'
import { hashSecret } from '../secrets'
import { knownDevice } from './devices.queries'
import type { Browser } from './start-session'

/** A password entered for an account: at sign-in, or again in a session. */
type PasswordAttempt = Pick<Browser, 'deviceSecret' | 'isNewDevice' | 'signal'> & {
  email: string
  ipAddress: string
}

/**
 * Runs `verify`, which throws for a wrong password; a right one does not count. Attempts for one account from one browser,
 * or from new browsers of one subnet, run one at a time: an attempt in progress may turn out right and get its count
 * refunded, so of many right ones at once none is rejected.
 */
export function limitAttempts<T>(
  services: Services,
  attempt: PasswordAttempt,
  verify: () => Promise<T>,
): Promise<T> {
  const browser = attempt.isNewDevice ? clientSubnet(attempt.ipAddress) : hashSecret(attempt.deviceSecret)
  const work = async () => {
    const counted = await countAttempt(services, attempt)
    const verified = await verify()
    await services.rateLimiter.release(counted)
    return verified
  }
  return services.signInSemaphore(`${attempt.email} ${browser}`, work, attempt)
}

/**
 * Before verifying the password, so that concurrent guesses are limited too. A browser that has signed in to this account
 * before has its own limit, which strangers cannot use up.
 */
async function countAttempt(
  { clock, encryptor, rateLimiter }: Services,
  { email, ipAddress, deviceSecret }: PasswordAttempt,
): Promise<Release> {
  const deviceId = hashSecret(deviceSecret)
  const device = ['sign-in-device', `${email} ${deviceId}`] as const
  const emailIp = ['sign-in-email-ip', `${email} ${clientSubnet(ipAddress)}`] as const
  const account = ['sign-in-account', email] as const
  const ip = ['sign-in-ip', ipAddress] as const
  const consume = (limit: readonly [RateLimitName, string]) =>
    sql`${consumeSql(encryptor.hmac, ...limit)}::float8`
  // In this order: a rejected attempt must not use up the limits shared with others.
  const counted = await rateLimiter.count<{
    device: number | null
    email_ip: number
    account: number
    ip: number
  }>(
    prepared(
      'count-sign-in',
      sql`with known as materialized (
          select ${consume(device)} as device from (${knownDevice(deviceId, email, clock.now())}) known),
        own as materialized (
          select ${consume(emailIp)} as email_ip where not exists (select from known where device = 0)),
        shared as materialized (
          select ${consume(account)} as account, ${consume(ip)} as ip from own where email_ip >= 0)
        select device, email_ip, account, ip
        from (select) request left join known on true left join own on true left join shared on true`,
    ),
  )
  if (counted.device === 0) return { cleared: [device] }
  await rateLimiter.enforce(...emailIp, counted.email_ip)
  await rateLimiter.enforce(...account, counted.account)
  await rateLimiter.enforce(...ip, counted.ip)
  return { cleared: [emailIp], refunded: [account, ip] }
}
