import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/client'
import { affected, firstRow, named, type Sql, sql } from '../db/sql'
import { AppError } from '../errors'
import { networkOf } from './network'
import { createSemaphore } from './semaphore'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/**
 * How often something may happen: `burst` times at once, then once per `everyMs`. Beyond that a try is refused with
 * the time to wait; or, with `slow`, it is served all the same after a wait of at most `longestMs`, so that nobody can
 * lock out the people who share an address or an account. Only `places` tries wait at a time.
 *
 * An information evening brings 200 families behind one address: what counts addresses has room for each of them to
 * sign up, mistype and register two children.
 */
type Limit = { burst: number; everyMs: number; slow?: { longestMs: number; places: number } }

const LIMITS = {
  'sign-in-pair': { burst: 8, everyMs: 112 * SECOND },
  'sign-in-device': { burst: 10, everyMs: 90 * SECOND },
  'sign-in-account': { burst: 100, everyMs: 36 * SECOND, slow: { longestMs: 5 * SECOND, places: 3 } },
  'sign-in-address': { burst: 600, everyMs: 1.5 * SECOND, slow: { longestMs: 5 * SECOND, places: 25 } },
  'password-change': { burst: 8, everyMs: 112 * SECOND },
  'sign-up-address': { burst: 400, everyMs: 9 * SECOND, slow: { longestMs: 15 * SECOND, places: 15 } },
  'account-mail': { burst: 3, everyMs: 10 * MINUTE },
  'account-mail-address': { burst: 400, everyMs: 9 * SECOND, slow: { longestMs: 15 * SECOND, places: 15 } },
  'link-check-address': { burst: 1_000, everyMs: 1 * SECOND, slow: { longestMs: 5 * SECOND, places: 25 } },
  'guest-address': { burst: 600, everyMs: 6 * SECOND, slow: { longestMs: 15 * SECOND, places: 15 } },
  'guest-pair': { burst: 12, everyMs: 5 * MINUTE },
  'guest-email': { burst: 48, everyMs: 5 * MINUTE, slow: { longestMs: 15 * SECOND, places: 2 } },
  'drop-in-mail': { burst: 600, everyMs: 6 * SECOND, slow: { longestMs: 15 * SECOND, places: 15 } },
  'parent-submissions': { burst: 120, everyMs: 30 * SECOND },
  'staff-mail': { burst: 60, everyMs: 1 * MINUTE },
  'calendar-feed': { burst: 100, everyMs: 36 * SECOND },
  'own-data': { burst: 10, everyMs: 6 * MINUTE },
  'test-mail': { burst: 30, everyMs: 2 * MINUTE },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

type Try = readonly [name: LimitName, key: string]

export type Limiter = {
  /** Counts one: goes on at once, after a wait, or not at all. */
  take(name: LimitName, key: string): Promise<void>
  /** Counts one if there is room for it; where there is none, answers the milliseconds until there is. */
  tryTake(name: LimitName, key: string): Promise<number>
  /** What `take` does with a count that another statement has made. */
  heed(name: LimitName, key: string, counted: number): Promise<void>
  /** Takes one count back of each, for a try that turned out to be right. */
  refund(tries: readonly Try[]): Promise<void>
  /** Forgets what was counted, as after a right password. */
  reset(name: LimitName, key: string): Promise<void>
}

/** No address or name of a person stands in the table, and every key has the same length. */
export const limitKey = (name: LimitName, key: string): string =>
  `${name}:${createHash('sha256').update(networkOf(key)).digest('hex').slice(0, 32)}`

/** The counting itself, as part of any statement: the milliseconds to wait, below zero when it is refused. */
export function countTry(name: LimitName, key: string): Sql {
  const { burst, everyMs, slow }: Limit = LIMITS[name]
  return sql`rate_limit_consume(${limitKey(name, key)}, ${burst}::int, ${everyMs}::bigint, ${slow?.longestMs ?? 0}::bigint)`
}

export function createLimiter(db: Db): Limiter {
  const waiting = new Map<string, number>()
  // A rush behind one address waits for one row: without this it would do so on every connection of the pool.
  const counting = createSemaphore({ permits: 4 })
  const count = async (name: LimitName, key: string): Promise<number> => {
    const statement = named('count-try', sql`select ${countTry(name, key)}::float8 as counted`)
    return (await counting(() => firstRow<{ counted: number }>(db, statement)))?.counted ?? 0
  }

  const setArrival = async (name: LimitName, key: string, tatMs: Sql) => {
    const statement = sql`update rate_limits set tat_ms = ${tatMs} where key = ${limitKey(name, key)}`
    await counting(() => affected(db, statement))
  }

  const heed: Limiter['heed'] = async (name, key, counted) => {
    if (counted === 0) return
    if (counted < 0) throw tooMany(-counted)
    const { slow }: Limit = LIMITS[name]
    const place = limitKey(name, key)
    const taken = waiting.get(place) ?? 0
    if (taken >= (slow?.places ?? 0)) throw tooMany(slow?.longestMs ?? counted)
    waiting.set(place, taken + 1)
    try {
      await sleep(counted)
    } finally {
      const left = (waiting.get(place) ?? 1) - 1
      if (left === 0) waiting.delete(place)
      else waiting.set(place, left)
    }
  }

  return {
    heed,
    take: async (name, key) => heed(name, key, await count(name, key)),
    tryTake: async (name, key) => Math.max(0, -(await count(name, key))),
    async refund(tries) {
      for (const [name, key] of tries) await setArrival(name, key, sql`tat_ms - ${LIMITS[name].everyMs}`)
    },
    reset: (name, key) => setArrival(name, key, sql`0`),
  }
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('too-many', { wait: waitingTime(seconds) }, undefined, seconds)
}

export function waitingTime(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
