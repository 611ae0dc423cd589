import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors'

/** How often something may happen before the next try waits: points per seconds, then blocked for seconds. */
const LIMITS = {
  'sign-in-account': { points: 8, duration: 15 * 60, blockDuration: 5 * 60 },
  'sign-in-address': { points: 60, duration: 15 * 60, blockDuration: 5 * 60 },
  'sign-up-address': { points: 60, duration: 60 * 60 },
  'account-mail': { points: 5, duration: 60 * 60 },
  'account-mail-address': { points: 60, duration: 60 * 60 },
  'link-check-address': { points: 120, duration: 15 * 60 },
  'guest-address': { points: 40, duration: 60 * 60 },
  'guest-email': { points: 12, duration: 60 * 60 },
  'drop-in-mail': { points: 40, duration: 60 * 60 },
  'parent-submissions': { points: 120, duration: 60 * 60 },
  'test-mail': { points: 30, duration: 60 * 60 },
} as const

export type LimitName = keyof typeof LIMITS

export type Limiter = {
  /** Counts one; refuses with the waiting time when there were too many. */
  take(name: LimitName, key: string): Promise<void>
  /** Takes one count back, for a try that turned out to be right. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** Forgets what was counted, as after a right password. */
  reset(name: LimitName, key: string): Promise<void>
}

export function createLimiter(pool: pg.Pool): Limiter {
  const stores = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      new RateLimiterPostgres({
        ...limit,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        // A database that cannot count for a moment must not let everybody in.
        insuranceLimiter: new RateLimiterMemory({ ...limit, keyPrefix: name }),
      }),
    ]),
  )
  const store = (name: LimitName) => {
    const found = stores.get(name)
    if (!found) throw new Error(`No limit named ${name}`)
    return found
  }
  return {
    async take(name, key) {
      try {
        await store(name).consume(key.slice(0, 200))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw new AppError('too-many', { wait: waitingTime(seconds) }, undefined, seconds)
      }
    },
    async giveBack(name, key) {
      await store(name).reward(key.slice(0, 200), 1)
    },
    async reset(name, key) {
      await store(name).delete(key.slice(0, 200))
    },
  }
}

export function waitingTime(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
