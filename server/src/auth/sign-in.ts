import type { Tx } from '../db/client'
import { execute, prepared, sql } from '../db/sql'
import { AppError } from '../errors'
import { clientSubnet } from '../http/client-subnet'
import type { Services, Viewer } from '../http/context'
import { consumeSql, type RateLimitName, type Release } from '../http/rate-limiter'
import { hashSecret } from '../secrets'
import { findAccount, findAccountByEmail, type StoredAccount } from './accounts.queries'
import { logFailedSignIn } from './auth-log'
import { knownDevice } from './devices.queries'
import { lockAccount } from './lock-account'
import { findViewer, removeSession } from './sessions.queries'
import { type Browser, startSession } from './start-session'
import { createTwoFactorChallenge } from './two-factor-challenge.queries'

export type SignInAttempt = Browser & { email: string; password: string }

/** A session, or the secret of a two-factor challenge. */
export type SignedIn = { secret: string; viewer: Viewer } | { challengeSecret: string }

/** Checks the password; starts a session or a two-factor challenge. */
export async function signIn(services: Services, attempt: SignInAttempt): Promise<SignedIn> {
  try {
    return await rateLimitedSignIn(services, attempt)
  } catch (error) {
    if (error instanceof AppError) logFailedSignIn(services, attempt, error.code)
    throw error
  }
}

/**
 * Attempts for one account from one browser, or from new browsers of one subnet, run one at a time: an attempt in progress
 * may turn out right and get its count refunded, so of many right ones at once none is rejected.
 */
async function rateLimitedSignIn(services: Services, attempt: SignInAttempt): Promise<SignedIn> {
  const { db, clock, rateLimiter } = services
  const browser = attempt.isNewDevice ? clientSubnet(attempt.ipAddress) : hashSecret(attempt.deviceSecret)
  const work = async () => {
    const counted = await countAttempt(services, attempt)
    const admitted = await admit(services, attempt)
    // A right password does not count.
    await rateLimiter.release(counted)
    if ('error' in admitted) throw new AppError(admitted.error)
    if ('challengeSecret' in admitted) return admitted
    return { ...admitted, viewer: await findViewer(db, admitted.secret, clock.now()) }
  }
  return services.signInSemaphore(`${attempt.email} ${browser}`, work, attempt)
}

/**
 * Before verifying the password, so that concurrent guesses are limited too. A browser that has signed in to this account
 * before has its own limit, which strangers cannot use up.
 */
async function countAttempt(
  { clock, encryptor, rateLimiter }: Services,
  { email, ipAddress, deviceSecret }: SignInAttempt,
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
  if (!counted || counted.device === 0) return { cleared: [device] }
  await rateLimiter.enforce(...emailIp, counted.email_ip)
  await rateLimiter.enforce(...account, counted.account)
  await rateLimiter.enforce(...ip, counted.ip)
  return { cleared: [emailIp], refunded: [account, ip] }
}

type Admitted =
  | { secret: string }
  | { challengeSecret: string }
  | { error: 'suspended' | 'email-not-confirmed' }

/** Retries if the stored hash changed meanwhile. */
const MAX_ATTEMPTS = 3

/** Verifies the password before locking the row, because it is slow; then checks that the account is unchanged. */
async function admit(services: Services, attempt: SignInAttempt): Promise<Admitted> {
  const { db, passwords } = services
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const account = await findAccountByEmail(db, attempt.email)
    const isRight = await passwords.verify(account?.password_hash, attempt.password, attempt)
    if (!account?.password_hash || !isRight) throw new AppError('bad-credentials')
    const newHash = passwords.needsRehash(account.password_hash)
      ? await passwords.hash(attempt.password, attempt)
      : null
    const admitted = await db.transaction(async (tx) => {
      await lockAccount(tx, account.id)
      const current = await findAccount(tx, account.id)
      if (current?.email !== account.email || current.password_hash !== account.password_hash) return null
      if (newHash) await updateHash(tx, account.id, newHash)
      return admitLocked(tx, services, attempt, current)
    })
    if (admitted) return admitted
  }
  throw new AppError('unavailable', {}, undefined, 1)
}

/** The account's status is revealed only after the right password. */
async function admitLocked(
  tx: Tx,
  services: Services,
  attempt: SignInAttempt,
  { id, status, email_verified_at, has_two_factor }: StoredAccount,
): Promise<Admitted> {
  const { clock, config } = services
  if (status === 'suspended') return { error: 'suspended' }
  if (config.smtpUrl && !email_verified_at) return { error: 'email-not-confirmed' }
  if (!has_two_factor) return { secret: await startSession(tx, services, id, attempt) }
  // Until the code is given this browser is signed out, also from an earlier session.
  if (attempt.viewer.account) await removeSession(tx, attempt.viewer.account.sessionId)
  return { challengeSecret: await createTwoFactorChallenge(tx, id, clock.now()) }
}

const updateHash = (tx: Tx, accountId: string, hash: string) =>
  execute(tx, sql`update accounts set password_hash = ${hash} where id = ${accountId}`)
