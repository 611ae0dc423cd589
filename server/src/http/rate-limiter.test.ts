import { describe, expect, it } from 'vitest'
import { holdLock } from '../../testing/race-helpers'
import { testApp } from '../../testing/test-app'
import { execute, maybeOne, rows, sql } from '../db/sql'
import { consumeSql, createRateLimiter, rateLimitKey } from './rate-limiter'

const app = await testApp()

const consumeAll = async (count: number, consume: () => Promise<unknown>) => {
  for (let attempt = 0; attempt < count; attempt++) await consume()
}

/** Moves the attempts so far into the past. */
const advance = (seconds: number) =>
  execute(app.services.db, sql`update rate_limits set tat_ms = tat_ms - ${seconds * 1000}::bigint`)

describe('rate limits', () => {
  it('reject further attempts with the waiting time, for that key only', async () => {
    const { rateLimiter } = app.services
    const consume = () => rateLimiter.consume('account-mail', 'dana@example.com')
    await consumeAll(3, consume)
    await expect(consume()).rejects.toMatchObject({
      code: 'too-many',
      retryAfterSeconds: expect.closeTo(600, -1),
      message: expect.stringMatching(/Please try again in \d+ minutes\./),
    })
    await rateLimiter.consume('account-mail', 'other@example.com')
  })

  it('allow one more attempt after each interval; rejected attempts do not count', async () => {
    const { rateLimiter } = app.services
    const consume = () => rateLimiter.consume('account-mail', 'pause@example.com')
    await consumeAll(3, consume)
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(consume()).rejects.toMatchObject({ code: 'too-many' })
    await advance(601)
    await consume()
    await expect(consume()).rejects.toMatchObject({ code: 'too-many' })
  })

  it('are shared by all instances', async () => {
    const other = createRateLimiter(app.services.db, app.services.encryptor)
    await consumeAll(1, () => app.services.rateLimiter.consume('account-mail', 'two@example.com'))
    await consumeAll(2, () => other.consume('account-mail', 'two@example.com'))
    await expect(other.consume('account-mail', 'two@example.com')).rejects.toMatchObject({
      code: 'too-many',
    })
  })

  it('count concurrent attempts', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 40 }, () => app.services.rateLimiter.consume('account-mail', 'spike@example.com')),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('start over after a reset, and allow one more after a refund', async () => {
    const { rateLimiter } = app.services
    const consume = () => rateLimiter.consume('account-mail', 'reset@example.com')
    await consumeAll(3, consume)
    await rateLimiter.release({ refunded: [['account-mail', 'reset@example.com']] })
    await consume()
    await expect(consume()).rejects.toMatchObject({ code: 'too-many' })
    await rateLimiter.release({ cleared: [['account-mail', 'reset@example.com']] })
    await consumeAll(3, consume)
  })

  it('return the delay for an email instead of rejecting it', async () => {
    const { rateLimiter } = app.services
    const tryConsume = () => rateLimiter.tryConsume('account-mail', 'mail@example.com')
    expect([await tryConsume(), await tryConsume(), await tryConsume()]).toEqual([0, 0, 0])
    expect(await tryConsume()).toBeGreaterThan(9 * 60 * 1000)
    expect(await tryConsume()).toBeLessThanOrEqual(10 * 60 * 1000)
  })

  it('store no personal data', async () => {
    await app.services.rateLimiter.consume('account-mail', 'private@example.com')
    expect(JSON.stringify(await rows(app.services.db, sql`select * from rate_limits`))).not.toContain(
      'private',
    )
  })
})

describe('rate limits that slow down', () => {
  const EVENING = '203.0.113.7'

  it.each([
    ['sign-in-ip', 1_500],
    ['sign-up-ip', 9_000],
    ['drop-in-mail', 6_000],
    ['account-mail-ip', 9_000],
  ] as const)('allow 200 families behind one IP address twice each: %s', async (name, intervalMs) => {
    const startedAt = Date.now()
    const waits = await rows(
      app.services.db,
      sql`select ${consumeSql(app.services.encryptor.hmac, name, EVENING)}::float8 as ms from generate_series(1, 400)`,
    )
    expect(waits).toEqual(Array.from({ length: 400 }, () => ({ ms: 0 })))
    const stored = await maybeOne<{ tat_ms: number }>(
      app.services.db,
      sql`select tat_ms from rate_limits where key = ${rateLimitKey(app.services.encryptor.hmac, name, EVENING)}`,
    )
    // All 400 are counted.
    const ahead = (stored?.tat_ms ?? 0) - Date.now()
    expect(ahead).toBeLessThanOrEqual(400 * intervalMs)
    expect(ahead).toBeGreaterThanOrEqual(400 * intervalMs - (Date.now() - startedAt))
  })

  it('leave connections free for others while a spike waits for one row', async () => {
    const { rateLimiter, pool } = app.services
    await rateLimiter.consume('sign-in-ip', '198.51.100.9')
    const lock = await holdLock(app, 'select from rate_limits where key = $1 for update', [
      rateLimitKey(app.services.encryptor.hmac, 'sign-in-ip', '198.51.100.9'),
    ])
    const spike = Array.from({ length: 200 }, () => rateLimiter.consume('sign-in-ip', '198.51.100.9'))
    const waiting = async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rowCount
    }
    await expect.poll(waiting).toBe(4)
    await lock.release()
    await Promise.all(spike)
  })

  it('delay an attempt, but never longer than their maximum wait', async () => {
    const { rateLimiter, db } = app.services
    const key = rateLimitKey(app.services.encryptor.hmac, 'sign-in-ip', '198.51.100.1')
    // As after a hundred thousand attempts.
    await execute(
      db,
      sql`insert into rate_limits (key, tat_ms)
        values (${key}, extract(epoch from now()) * 1000 + 150000000)`,
    )
    const wait = sql`select ${consumeSql(app.services.encryptor.hmac, 'sign-in-ip', '198.51.100.1')}::float8 as ms`
    expect(await maybeOne(db, wait)).toEqual({ ms: 5_000 })
    const startedAt = performance.now()
    await rateLimiter.enforce('sign-in-ip', '198.51.100.1', 300)
    expect(performance.now() - startedAt).toBeGreaterThan(290)
  })

  it('queue only some attempts and reject the others with a short wait', async () => {
    const { rateLimiter } = app.services
    const queued = Array.from({ length: 25 }, () => rateLimiter.enforce('sign-in-ip', '198.51.100.2', 300))
    await expect(rateLimiter.enforce('sign-in-ip', '198.51.100.2', 300)).rejects.toMatchObject({
      code: 'too-many',
      retryAfterSeconds: 5,
    })
    await rateLimiter.enforce('sign-in-ip', '198.51.100.3', 1)
    await Promise.all(queued)
    await rateLimiter.enforce('sign-in-ip', '198.51.100.2', 1)
  })
})
