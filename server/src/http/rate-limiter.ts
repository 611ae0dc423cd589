import { setTimeout as sleep } from 'node:timers/promises'
import type { Encryptor } from '../auth/encryption'
import type { Db } from '../db/client'
import { execute, getOne, type PreparedStatement, prepared, type Sql, sql } from '../db/sql'
import { AppError } from '../errors'
import { clientSubnet } from './client-subnet'
import { createSemaphore } from './semaphore'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/**
 * A rate limit: `burst` attempts at once, then one per `intervalMs`. Beyond that an attempt is rejected with the time to
 * wait; or, with `slow`, it is served after a wait of at most `maxWaitMs`, so that nobody can lock out people who share
 * an IP address or an account. At most `maxQueued` attempts wait at a time.
 *
 * An information evening brings 200 families behind one IP address: limits per IP address have room for each of them to
 * sign up, mistype and register two children. Guests have less room: nobody knows who they are.
 */
type Limit = { burst: number; intervalMs: number; slow?: { maxWaitMs: number; maxQueued: number } }

const RATE_LIMITS = {
  'sign-in-email-ip': { burst: 8, intervalMs: 112 * SECOND },
  'sign-in-device': { burst: 10, intervalMs: 90 * SECOND },
  'sign-in-account': { burst: 100, intervalMs: 36 * SECOND, slow: { maxWaitMs: 5 * SECOND, maxQueued: 3 } },
  'sign-in-ip': { burst: 600, intervalMs: 1.5 * SECOND, slow: { maxWaitMs: 5 * SECOND, maxQueued: 25 } },
  'sign-up-ip': { burst: 400, intervalMs: 9 * SECOND, slow: { maxWaitMs: 15 * SECOND, maxQueued: 15 } },
  'account-mail': { burst: 3, intervalMs: 10 * MINUTE },
  'account-mail-ip': {
    burst: 400,
    intervalMs: 9 * SECOND,
    slow: { maxWaitMs: 15 * SECOND, maxQueued: 15 },
  },
  'link-check-ip': {
    burst: 1_000,
    intervalMs: 1 * SECOND,
    slow: { maxWaitMs: 5 * SECOND, maxQueued: 25 },
  },
  'client-errors': { burst: 10, intervalMs: 6 * SECOND },
  'password-check-ip': { burst: 1_000, intervalMs: 1 * SECOND },
  'guest-ip': { burst: 60, intervalMs: 20 * SECOND },
  // For each of an email's places.
  'guest-email': { burst: 1, intervalMs: 60 * MINUTE },
  'drop-in-mail': { burst: 600, intervalMs: 6 * SECOND, slow: { maxWaitMs: 15 * SECOND, maxQueued: 15 } },
  'parent-submissions': { burst: 120, intervalMs: 30 * SECOND },
  'staff-mail': { burst: 60, intervalMs: 1 * MINUTE },
  // Each change is mailed to the family's other adults.
  'pickup-lists': { burst: 20, intervalMs: 10 * MINUTE },
  'family-invitations': { burst: 30, intervalMs: 1 * MINUTE },
  'calendar-feed': { burst: 100, intervalMs: 36 * SECOND },
  'privacy-export': { burst: 10, intervalMs: 6 * MINUTE },
  'test-mail': { burst: 30, intervalMs: 2 * MINUTE },
} as const satisfies Record<string, Limit>

export type RateLimitName = keyof typeof RATE_LIMITS

type Attempt = readonly [name: RateLimitName, key: string]

export type Release = { cleared?: readonly Attempt[]; refunded?: readonly Attempt[] }

export type RateLimiter = {
  /** Counts one attempt: returns at once, returns after a wait, or throws. */
  consume(name: RateLimitName, key: string): Promise<void>
  /** Counts one attempt if there is room and returns 0, else the milliseconds until there is. */
  tryConsume(name: RateLimitName, key: string): Promise<number>
  /** The second half of `consume`, for a count made by another statement with `consumeSql`. */
  enforce(name: RateLimitName, key: string, counted: number): Promise<void>
  /** Runs a statement that counts with `consumeSql`. */
  count<Counts>(statement: PreparedStatement): Promise<Counts>
  /** For an attempt that succeeded, e.g. with the right password: clears some counts and takes one back from others. */
  release(attempts: Release): Promise<void>
}

type Hmac = Encryptor['hmac']

/** Hashed, so that nobody can read or guess an email or IP address from the table, and every key has the same length. */
export const rateLimitKey = (hmac: Hmac, name: RateLimitName, key: string): string =>
  `${name}:${hmac(`${name} ${clientSubnet(key)}`).slice(0, 32)}`

/** Counts one attempt, as part of any statement: the milliseconds to wait, negative if rejected. */
export function consumeSql(hmac: Hmac, name: RateLimitName, key: string): Sql {
  const { burst, intervalMs, slow }: Limit = RATE_LIMITS[name]
  return sql`rate_limit_consume(${rateLimitKey(hmac, name, key)}, ${burst}::int, ${intervalMs}::bigint, ${slow?.maxWaitMs ?? 0}::bigint)`
}

export function createRateLimiter(db: Db, { hmac }: Pick<Encryptor, 'hmac'>): RateLimiter {
  const waiting = new Map<string, number>()
  // A spike from one IP address waits for one row: without this it would occupy every connection of the pool.
  const counting = createSemaphore({ permits: 4 })
  const count: RateLimiter['count'] = (statement) => counting(() => getOne(db, statement))
  const countOne = async (name: RateLimitName, key: string): Promise<number> => {
    const statement = sql`select ${consumeSql(hmac, name, key)}::float8 as counted`
    const { counted } = await count<{ counted: number }>(prepared('consume-rate-limit', statement))
    return counted
  }

  const enforce: RateLimiter['enforce'] = async (name, key, counted) => {
    if (counted === 0) return
    if (counted < 0) throw tooManyAttempts(-counted)
    const { slow }: Limit = RATE_LIMITS[name]
    const queue = rateLimitKey(hmac, name, key)
    const queued = waiting.get(queue) ?? 0
    if (queued >= (slow?.maxQueued ?? 0)) throw tooManyAttempts(slow?.maxWaitMs ?? counted)
    waiting.set(queue, queued + 1)
    try {
      await sleep(counted)
    } finally {
      const left = (waiting.get(queue) ?? 1) - 1
      if (left === 0) waiting.delete(queue)
      else waiting.set(queue, left)
    }
  }

  return {
    enforce,
    count,
    consume: async (name, key) => enforce(name, key, await countOne(name, key)),
    tryConsume: async (name, key) => Math.max(0, -(await countOne(name, key))),
    async release({ cleared = [], refunded = [] }) {
      const keys = [...cleared, ...refunded].map(([name, key]) => rateLimitKey(hmac, name, key))
      const intervals = [
        ...cleared.map(() => null),
        ...refunded.map(([name]) => RATE_LIMITS[name].intervalMs),
      ]
      // Locked in the order in which they are counted, or both could deadlock.
      const statement = sql`with released as materialized (
          select stored.key, each.interval_ms
          from unnest(${keys}::text[], ${intervals}::bigint[]) with ordinality as each (key, interval_ms, place)
          join rate_limits stored using (key) order by each.place for update of stored)
        update rate_limits l set tat_ms = coalesce(l.tat_ms - r.interval_ms, 0) from released r where r.key = l.key`
      await counting(() => execute(db, prepared('release-rate-limits', statement)))
    },
  }
}

function tooManyAttempts(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('too-many', { wait: seconds }, { retryAfterSeconds: seconds })
}
