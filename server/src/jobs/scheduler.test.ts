import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { recordingLog } from '../../testing/mail-samples'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import type { Tx } from '../db/client'
import { execute, rows, sql } from '../db/sql'
import { recordFailure, retryAfterMs, runOnce } from './job-runs.queries'
import { defineJob, type Job, startScheduler } from './scheduler'

const cleanups: (() => Promise<void>)[] = []
const app = await testApp()
beforeEach(() => execute(app.services.db, sql`delete from job_runs`))
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

const clockAt = (instant: string) => {
  let now = new Date(instant)
  return { now: () => now, set: (next: string) => (now = new Date(next)) }
}

const runningClockFrom = (instant: string) => {
  const offset = new Date(instant).getTime() - Date.now()
  return { now: () => new Date(Date.now() + offset) }
}

function start(job: Job, clock: { now(): Date }) {
  const log = recordingLog()
  const scheduler = startScheduler({
    db: app.services.db,
    clock,
    log,
    program: { timeZone: 'America/New_York' },
    job,
  })
  cleanups.push(() => scheduler.stop())
  return { scheduler, log }
}

const daily = (run: (tx: Tx, dueAt: Date) => Promise<void>, values: Partial<Job> = {}) =>
  defineJob({
    name: 'daily',
    cron: '0 12 * * *',
    runKey: (dueAt) => dueAt.toISOString(),
    catchUp: () => true,
    run,
    ...values,
  })

const runs = () => storedRows(app.services.db, 'job_runs')

describe('a job', () => {
  test('runs once at its due time by the given clock', async () => {
    const dueTimes: string[] = []
    const clock = clockAt('2026-11-16T12:00:00-05:00')
    const { scheduler } = start(
      daily(async (_tx, dueAt) => void dueTimes.push(dueAt.toISOString())),
      clock,
    )
    await scheduler.runDue()
    clock.set('2026-11-17T11:59:59.999-05:00')
    await scheduler.runDue()
    expect(dueTimes).toEqual(['2026-11-16T17:00:00.000Z'])
    clock.set('2026-11-17T12:00:00-05:00')
    await scheduler.runDue()
    expect(dueTimes).toEqual(['2026-11-16T17:00:00.000Z', '2026-11-17T17:00:00.000Z'])
  })

  test('is run by the timer when the clock reaches its due time', async () => {
    let count = 0
    start(
      daily(
        async () => {
          count += 1
        },
        { catchUp: (dueAt) => dueAt.toISOString() === '2026-11-16T17:00:00.000Z' },
      ),
      runningClockFrom('2026-11-16T11:59:59.700-05:00'),
    )
    expect(count).toBe(0)
    await expect.poll(() => count).toBe(1)
  })

  test('is retried by itself within seconds after a failure', async () => {
    let attempts = 0
    start(
      daily(async () => {
        attempts += 1
        if (attempts === 1) throw new Error('the database is away')
      }),
      runningClockFrom('2026-11-16T12:00:00-05:00'),
    )
    await expect.poll(runs).toMatchObject([{ finished_at: expect.any(String) }])
    expect(attempts).toBe(2)
  })

  test('runs once on several instances that wake together', async () => {
    let count = 0
    const job = daily(async () => {
      count += 1
    })
    const clock = clockAt('2026-11-16T12:00:00-05:00')
    const instances = [start(job, clock), start(job, clock), start(job, clock)]
    await Promise.all(instances.map(({ scheduler }) => scheduler.runDue()))
    expect(count).toBe(1)
    expect(await runs()).toMatchObject([{ job: 'daily', error: null, finished_at: expect.any(String) }])
  })

  test('control: runs twice if instances only check whether it has run', async () => {
    const { db } = app.services
    let count = 0
    const results = await Promise.all([runs(), runs()])
    for (const done of results) {
      if (done.length > 0) continue
      count += 1
      await execute(
        db,
        sql`insert into job_runs (job, run_key) values ('daily', 'today') on conflict do nothing`,
      )
    }
    expect(count).toBe(2)
  })

  test('does not run again after a restart', async () => {
    let count = 0
    const job = daily(async () => {
      count += 1
    })
    const clock = clockAt('2026-11-16T12:00:00-05:00')
    const before = start(job, clock)
    await before.scheduler.runDue()
    await before.scheduler.stop()
    const after = start(job, clock)
    await after.scheduler.runDue()
    expect(count).toBe(1)
  })

  test('is skipped if its due time was missed for too long', async () => {
    const job = daily(() => Promise.reject(new Error('must not run')), { catchUp: () => false })
    const { scheduler } = start(job, clockAt('2026-11-16T18:00:00-05:00'))
    await scheduler.runDue()
    expect(await runs()).toEqual([])
  })
})

describe('a run that fails', () => {
  test('is recorded, rolled back and retried', async () => {
    let isBroken = true
    const job = daily(async (tx) => {
      await execute(tx, sql`insert into settings (key, value) values ('half-done', '1')`)
      if (isBroken) throw new Error('the roof leaks')
    })
    const clock = clockAt('2026-11-16T12:00:00-05:00')
    const { scheduler, log } = start(job, clock)
    await scheduler.runDue()
    expect(await runs()).toMatchObject([{ error: 'the roof leaks', finished_at: null }])
    expect(await rows(app.services.db, sql`select 1 from settings where key = 'half-done'`)).toEqual([])
    expect(log.lines.join()).toContain('the roof leaks')
    isBroken = false
    clock.set('2026-11-16T12:00:03-05:00')
    await scheduler.runDue()
    expect(await runs()).toMatchObject([{ error: null, retry_at: null, finished_at: expect.any(String) }])
    expect(await rows(app.services.db, sql`select 1 from settings where key = 'half-done'`)).toHaveLength(1)
  })

  /** The attempts, in seconds after noon, of instances that check every second. */
  async function attemptsWithin(seconds: number, instances: number): Promise<number[]> {
    const attempts: number[] = []
    const noon = new Date('2026-11-16T12:00:00-05:00').getTime()
    const clock = clockAt('2026-11-16T12:00:00-05:00')
    const job = daily(async () => {
      attempts.push((clock.now().getTime() - noon) / 1_000)
      throw new Error('the roof leaks')
    })
    const running = Array.from({ length: instances }, () => start(job, clock))
    for (let second = 0; second <= seconds; second += 1) {
      clock.set(new Date(noon + second * 1_000).toISOString())
      await Promise.all(running.map(({ scheduler }) => scheduler.runDue()))
    }
    return attempts
  }

  test('is retried with doubling delays, by one of several instances', async () => {
    expect(await attemptsWithin(100, 4)).toEqual([0, 3, 9, 21, 45, 93])
    expect(await runs()).toMatchObject([{ failures: 6, error: 'the roof leaks', finished_at: null }])
  })

  test('waits a quarter of an hour at most, also across a restart', async () => {
    expect([1, 2, 9, 10, 60].map(retryAfterMs)).toEqual([3_000, 6_000, 768_000, 900_000, 900_000])
    const { db } = app.services
    const clock = clockAt('2026-11-16T13:00:00-05:00')
    const key = '2026-11-16T17:00:00.000Z'
    await recordFailure(db, 'daily', key, clock, { reason: 'before', failures: 40 })
    let attempts = 0
    const { scheduler } = start(
      daily(async () => {
        attempts += 1
      }),
      clock,
    )
    clock.set('2026-11-16T13:14:59-05:00')
    await scheduler.runDue()
    expect(attempts).toBe(0)
    clock.set('2026-11-16T13:15:00-05:00')
    await scheduler.runDue()
    expect(attempts).toBe(1)
  })

  test('is retried at once if the clock was set back', async () => {
    const { db } = app.services
    const clock = clockAt('2026-11-16T18:00:00-05:00')
    await recordFailure(db, 'daily', '2026-11-16T17:00:00.000Z', clock, { reason: 'before', failures: 9 })
    clock.set('2026-11-16T12:30:00-05:00')
    let attempts = 0
    const { scheduler } = start(
      daily(async () => {
        attempts += 1
      }),
      clock,
    )
    await scheduler.runDue()
    expect(attempts).toBe(1)
  })
})

describe('a failing job as staff and monitoring see it', () => {
  const clock = clockAt('2026-11-16T12:00:00-05:00')
  const report = (day: string, failures: number) =>
    recordFailure(app.services.db, 'daily-attendance-report', day, clock, { reason: 'secret', failures })
  const health = async () => (await app.visitor.get('/api/health')).body
  const dashboard = async () => {
    const admin = await app.as(await buildersFor(app.services.db).anAdmin())
    return (await admin.get('/api/admin/dashboard')).body.failing_jobs
  }

  test('is shown with failure and retry times until it succeeds', async () => {
    app.setNow('2026-11-16T12:00:00-05:00')
    expect(await health()).toMatchObject({ status: 'ok', jobs: 'ok' })
    expect(await dashboard()).toEqual([])
    await report('2026-11-16', 3)
    expect(await health()).toMatchObject({ status: 'ok', jobs: 'failing' })
    expect(await health()).toMatchObject({
      last_failures: [{ job: 'daily-attendance-report', failed_at: '2026-11-16T17:00:00.000Z' }],
    })
    expect(JSON.stringify(await health())).not.toContain('secret')
    expect(await dashboard()).toEqual([
      {
        job: 'daily-attendance-report',
        failed_at: '2026-11-16T17:00:00.000Z',
        retry_at: '2026-11-16T17:00:12.000Z',
      },
    ])
    await runOnce(app.services.db, 'daily-attendance-report', '2026-11-16', clock, 3, async () => {})
    expect(await health()).toMatchObject({ jobs: 'ok' })
    expect(await dashboard()).toEqual([])
  })

  test('has no retry time for a run of an earlier day, and is shown until the next one succeeds', async () => {
    await report('2026-11-16', 12)
    app.setNow('2026-11-17T08:00:00-05:00')
    expect(await dashboard()).toMatchObject([{ retry_at: null }])
    await runOnce(app.services.db, 'daily-attendance-report', '2026-11-17', clock, 0, async () => {})
    expect(await dashboard()).toEqual([])
    expect(await health()).toMatchObject({ jobs: 'ok' })
  })

  test('is reported to open pages at once, and so is its recovery', async () => {
    const received: string[] = []
    const unsubscribe = app.services.live.subscribe((message) => {
      if (typeof message !== 'string' && message.table === 'job_runs') received.push(message.type)
    })
    await runOnce(app.services.db, 'retention', '2026-11-16', clock, 0, async () => {})
    await report('2026-11-16', 1)
    await expect.poll(() => received).toHaveLength(1)
    await runOnce(app.services.db, 'daily-attendance-report', '2026-11-16', clock, 1, async () => {})
    await expect.poll(() => received).toHaveLength(2)
    unsubscribe()
  })
})
