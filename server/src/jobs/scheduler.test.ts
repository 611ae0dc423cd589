import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Tx } from '../db/client'
import { affected, rows, sql } from '../db/sql'
import { recordingLog } from '../mail/testing/samples'
import { storedRows } from '../testing/rows'
import { startTestApp, type TestApp } from '../testing/test-app'
import { defineJob, type Job, startScheduler } from './scheduler'

let app: TestApp
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => affected(app.services.db, sql`delete from job_runs`))
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const clockAt = (instant: string) => {
  let now = new Date(instant)
  return { now: () => now, set: (next: string) => (now = new Date(next)) }
}

function start(job: Job, clock: { now(): Date }) {
  const log = recordingLog()
  const scheduler = startScheduler({
    db: app.services.db,
    clock,
    log,
    timeZone: 'America/New_York',
    jobs: [job],
  })
  closing.push(() => scheduler.stop())
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
  test('runs at its moment by the clock it is given, and not again', async () => {
    const moments: string[] = []
    const clock = clockAt('2026-11-16T12:00:00-05:00')
    const { scheduler } = start(
      daily(async (_tx, dueAt) => void moments.push(dueAt.toISOString())),
      clock,
    )
    await scheduler.runDue()
    clock.set('2026-11-17T11:59:59.999-05:00')
    await scheduler.runDue()
    expect(moments).toEqual(['2026-11-16T17:00:00.000Z'])
    clock.set('2026-11-17T12:00:00-05:00')
    await scheduler.runDue()
    expect(moments).toEqual(['2026-11-16T17:00:00.000Z', '2026-11-17T17:00:00.000Z'])
  })

  test('runs by its timer when a set clock reaches its moment', async () => {
    const offset = new Date('2026-11-16T11:59:59.700-05:00').getTime() - Date.now()
    let count = 0
    start(
      daily(
        async () => {
          count += 1
        },
        { catchUp: (dueAt) => dueAt.toISOString() === '2026-11-16T17:00:00.000Z' },
      ),
      { now: () => new Date(Date.now() + offset) },
    )
    expect(count).toBe(0)
    await vi.waitFor(() => expect(count).toBe(1), 5_000)
  })

  test('that failed is tried again within seconds, without anybody asking', async () => {
    let tries = 0
    start(
      daily(async () => {
        tries += 1
        if (tries === 1) throw new Error('the database is away')
      }),
      clockAt('2026-11-16T12:00:00-05:00'),
    )
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ finished_at: expect.any(String) }]), {
      timeout: 10_000,
      interval: 100,
    })
    expect(tries).toBe(2)
  })

  test('runs once on two instances that wake together', async () => {
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

  test('would run twice if instances only looked whether it has run', async () => {
    const { db } = app.services
    let count = 0
    const looks = await Promise.all([runs(), runs()])
    for (const done of looks) {
      if (done.length > 0) continue
      count += 1
      await affected(
        db,
        sql`insert into job_runs (job, run_key) values ('daily', 'today') on conflict do nothing`,
      )
    }
    expect(count).toBe(2)
  })

  test('that was done before a restart is not done again', async () => {
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

  test('is left out when its moment was missed for too long', async () => {
    const job = daily(() => Promise.reject(new Error('must not run')), { catchUp: () => false })
    const { scheduler } = start(job, clockAt('2026-11-16T18:00:00-05:00'))
    await scheduler.runDue()
    expect(await runs()).toEqual([])
  })
})

describe('a run that fails', () => {
  test('is recorded, leaves nothing half done and is tried again', async () => {
    let isBroken = true
    const job = daily(async (tx) => {
      await affected(tx, sql`insert into settings (key, value) values ('half-done', '1')`)
      if (isBroken) throw new Error('the roof leaks')
    })
    const { scheduler, log } = start(job, clockAt('2026-11-16T12:00:00-05:00'))
    await scheduler.runDue()
    expect(await runs()).toMatchObject([{ error: 'the roof leaks', finished_at: null }])
    expect(await rows(app.services.db, sql`select 1 from settings where key = 'half-done'`)).toEqual([])
    expect(log.lines.join()).toContain('the roof leaks')
    isBroken = false
    await scheduler.runDue()
    expect(await runs()).toMatchObject([{ error: null, finished_at: expect.any(String) }])
    expect(await rows(app.services.db, sql`select 1 from settings where key = 'half-done'`)).toHaveLength(1)
  })
})
