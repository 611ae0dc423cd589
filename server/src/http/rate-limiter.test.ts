import { describe, expect, it } from 'vitest'
import { holdLock } from '../../testing/race-helpers'
import { testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'
import { consumeSql, createRateLimiter, formatWait, rateLimitKey } from './rate-limiter'

const app = await testApp()

const takeAll = async (count: number, take: () => Promise<unknown>) => {
  for (let tries = 0; tries < count; tries++) await take()
}

/** As if the tries so far had been made so long ago. */
const letPass = (seconds: number) =>
  execute(app.services.db, sql`update rate_limits set tat_ms = tat_ms - ${seconds * 1000}::bigint`)

describe('limits', () => {
  it('refuse with the waiting time once there were too many, for that key only', async () => {
    const { rateLimiter } = app.services
    const take = () => rateLimiter.consume('guest-email-ip', 'dana@example.com')
    await takeAll(12, take)
    await expect(take()).rejects.toMatchObject({
      code: 'too-many',
      retryAfterSeconds: expect.closeTo(300, -1),
      message: expect.stringMatching(/Please try again in \d+ minutes\./),
    })
    await rateLimiter.consume('guest-email-ip', 'other@example.com')
  })

  it('let one more through after each pause; a refused try costs nothing', async () => {
    const { rateLimiter } = app.services
    const take = () => rateLimiter.consume('guest-email-ip', 'pause@example.com')
    await takeAll(12, take)
    for (let tries = 0; tries < 5; tries++) await expect(take()).rejects.toMatchObject({ code: 'too-many' })
    await letPass(301)
    await take()
    await expect(take()).rejects.toMatchObject({ code: 'too-many' })
  })

  it('count together over two instances', async () => {
    const other = createRateLimiter(app.services.db)
    await takeAll(6, () => app.services.rateLimiter.consume('guest-email-ip', 'two@example.com'))
    await takeAll(6, () => other.consume('guest-email-ip', 'two@example.com'))
    await expect(other.consume('guest-email-ip', 'two@example.com')).rejects.toMatchObject({
      code: 'too-many',
    })
  })

  it('count every one of many at once', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 40 }, () =>
        app.services.rateLimiter.consume('guest-email-ip', 'rush@example.com'),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
  })

  it('start anew after a reset, and forget one that is given back', async () => {
    const { rateLimiter } = app.services
    const take = () => rateLimiter.consume('guest-email-ip', 'reset@example.com')
    await takeAll(12, take)
    await rateLimiter.refund([['guest-email-ip', 'reset@example.com']])
    await take()
    await expect(take()).rejects.toMatchObject({ code: 'too-many' })
    await rateLimiter.reset('guest-email-ip', 'reset@example.com')
    await takeAll(12, take)
  })

  it('tell how long a mail has to wait instead of refusing it', async () => {
    const { rateLimiter } = app.services
    const tryTake = () => rateLimiter.tryConsume('account-mail', 'mail@example.com')
    expect([await tryTake(), await tryTake(), await tryTake()]).toEqual([0, 0, 0])
    expect(await tryTake()).toBeGreaterThan(9 * 60 * 1000)
    expect(await tryTake()).toBeLessThanOrEqual(10 * 60 * 1000)
  })

  it('keep no address and no name', async () => {
    await app.services.rateLimiter.consume('guest-email-ip', 'private@example.com')
    expect(JSON.stringify(await rows(app.services.db, sql`select * from rate_limits`))).not.toContain(
      'private',
    )
  })

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
  ])('tell %i seconds as %s', (seconds, words) => {
    expect(formatWait(seconds)).toBe(words)
  })
})

describe('limits that slow down', () => {
  const EVENING = '203.0.113.7'

  it.each([
    ['sign-in-ip', 1_500],
    ['sign-up-ip', 9_000],
    ['guest-ip', 6_000],
    ['account-mail-ip', 9_000],
  ] as const)('let 200 families on one network pass at once, twice over: %s', async (name, everyMs) => {
    const startedAt = Date.now()
    const waits = await rows(
      app.services.db,
      sql`select ${consumeSql(name, EVENING)}::float8 as ms from generate_series(1, 400)`,
    )
    expect(waits).toEqual(Array.from({ length: 400 }, () => ({ ms: 0 })))
    const stored = await maybeOne<{ tat_ms: number }>(
      app.services.db,
      sql`select tat_ms from rate_limits where key = ${rateLimitKey(name, EVENING)}`,
    )
    // All 400 are counted, from the first one on.
    const ahead = (stored?.tat_ms ?? 0) - Date.now()
    expect(ahead).toBeLessThanOrEqual(400 * everyMs)
    expect(ahead).toBeGreaterThanOrEqual(400 * everyMs - (Date.now() - startedAt))
  })

  it('leave connections to everybody else while a rush waits for one row', async () => {
    const { rateLimiter, pool } = app.services
    await rateLimiter.consume('sign-in-ip', '198.51.100.9')
    const held = await holdLock(app, 'select from rate_limits where key = $1 for update', [
      rateLimitKey('sign-in-ip', '198.51.100.9'),
    ])
    const rush = Array.from({ length: 200 }, () => rateLimiter.consume('sign-in-ip', '198.51.100.9'))
    const waiting = async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rowCount
    }
    await expect.poll(waiting).toBe(4)
    await held.letGo()
    await Promise.all(rush)
  })

  it('hold a try back but never for longer than their longest wait, however many came before', async () => {
    const { rateLimiter, db } = app.services
    const key = rateLimitKey('sign-in-ip', '198.51.100.1')
    // As after a flood of a hundred thousand.
    await execute(
      db,
      sql`insert into rate_limits (key, tat_ms)
        values (${key}, extract(epoch from now()) * 1000 + 150000000)`,
    )
    const wait = sql`select ${consumeSql('sign-in-ip', '198.51.100.1')}::float8 as ms`
    expect(await maybeOne(db, wait)).toEqual({ ms: 5_000 })
    const startedAt = performance.now()
    await rateLimiter.consume('sign-in-ip', '198.51.100.1')
    expect(performance.now() - startedAt).toBeGreaterThan(4_000)
  })

  it('let only some wait at a time and name a short time to the others', async () => {
    const { rateLimiter } = app.services
    const held = Array.from({ length: 25 }, () => rateLimiter.enforce('sign-in-ip', '198.51.100.2', 300))
    await expect(rateLimiter.enforce('sign-in-ip', '198.51.100.2', 300)).rejects.toMatchObject({
      code: 'too-many',
      retryAfterSeconds: 5,
    })
    await rateLimiter.enforce('sign-in-ip', '198.51.100.3', 1)
    await Promise.all(held)
    await rateLimiter.enforce('sign-in-ip', '198.51.100.2', 1)
  })
})
