import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '@aftercare/domain/lib/days'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { createDatabase, urlFor } from '../../testing/databases'
import { recordingLog } from '../../testing/mail-samples'
import { testApp } from '../../testing/test-app'
import { readBackup } from '../backup/backup-file'
import { restoreBackup } from '../backup/restore-backup'
import { createClock } from '../clock'
import { openDatabase } from '../db/client'
import { execute, rows, sql } from '../db/sql'
import { MIGRATIONS } from '../server'
import { backupJob } from './backup'
import { recordFailure, runOnce } from './job-runs.queries'
import { startScheduler } from './scheduler'

const app = await testApp()
const { db } = app.services
const { aChild, aParent, anAdmin } = buildersFor(db)
await aChild(await aParent(), { name: 'Zoë "Ivy" O\'Neil' })

const parent = mkdtempSync(join(tmpdir(), 'aftercare-nightly-'))
let folder: string
const cleanups: (() => Promise<void>)[] = []
beforeEach(async () => {
  folder = join(parent, randomUUID())
  await execute(db, sql`delete from job_runs`)
})
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** An instance started at that time, with the nightly backup only. */
async function instanceAt(now: string, timeZone = 'America/New_York', recipient?: string) {
  const clock = createClock({ timeZone }, now)
  const log = recordingLog()
  const job = backupJob(
    { databaseUrl: app.databaseUrl, folder, recipient, program: { timeZone }, log },
    clock,
  )
  const scheduler = startScheduler({ db, clock, log, program: { timeZone }, job })
  cleanups.push(() => scheduler.stop())
  await scheduler.runDue()
  return log
}

const backups = () => readdirSync(folder).toSorted()
const nameAt = (stamp: string) => `aftercare-nightly-${stamp}.backup.gz`

describe('the nightly backup', () => {
  test.each([
    ['at 2:30', '2026-11-17T02:30:00-05:00', 'America/New_York', '2026-11-17T02-30'],
    [
      'in the morning after a night without a server',
      '2026-11-17T09:12:00-05:00',
      'America/New_York',
      '2026-11-17T09-12',
    ],
    ["by the programme's clock", '2026-11-17T02:31:00-08:00', 'America/Los_Angeles', '2026-11-17T02-31'],
    [
      'in the night whose 2:30 does not exist',
      '2026-03-08T03:31:00-04:00',
      'America/New_York',
      '2026-03-08T03-31',
    ],
    [
      'in the night with two of each hour after one',
      '2026-11-01T02:30:00-05:00',
      'America/New_York',
      '2026-11-01T02-30',
    ],
  ])('is made %s', async (_, now, timeZone, stamp) => {
    // The night before is done, so only this one can be due.
    const [day] = stamp.split('T')
    await runOnce(db, 'backup', addDays(day ?? '', -1), createClock({ timeZone }, now), 0, async () => {})
    await instanceAt(now, timeZone)
    expect(backups()).toEqual([nameAt(stamp)])
    await instanceAt(now, timeZone)
    expect(backups()).toHaveLength(1)
  })

  test('is not made before 2:30', async () => {
    await instanceAt('2026-11-16T02:30:00-05:00')
    await instanceAt('2026-11-17T02:29:30-05:00')
    expect(backups()).toEqual([nameAt('2026-11-16T02-30')])
  })

  test('is readable by its owner only, and restores into an empty database', async () => {
    await instanceAt('2026-11-17T02:30:00-05:00')
    const file = join(folder, nameAt('2026-11-17T02-30'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const name = `restored_${randomUUID().replaceAll('-', '')}`
    await createDatabase(inject('postgresUrl'), name)
    const url = urlFor(inject('postgresUrl'), name)
    await restoreBackup(url, file, MIGRATIONS)
    const target = openDatabase(url, () => {})
    cleanups.push(target.close)
    const all = sql`select * from children`
    expect(await rows(target.db, all)).toEqual(await rows(db, all))
    expect(await rows(target.db, all)).toMatchObject([{ name: 'Zoë "Ivy" O\'Neil' }])
  })

  test('is encrypted for the recipient, and old ones go whether they are encrypted or not', async () => {
    mkdirSync(folder)
    const old = Array.from({ length: 20 }, (_, n) => nameAt(`${addDays('2026-11-16', -n)}T02-30`))
    const isEncrypted = (n: number) => n % 2 === 0
    for (const [n, name] of old.entries())
      writeFileSync(join(folder, isEncrypted(n) ? `${name}.age` : name), '')
    const identity = await generateX25519Identity()
    await instanceAt('2026-11-17T02:30:00-05:00', 'America/New_York', await identityToRecipient(identity))
    const made = `${nameAt('2026-11-17T02-30')}.age`
    expect(backups().at(-1)).toBe(made)
    expect(backups().length).toBeLessThan(12)
    expect(backups().filter((name) => name.endsWith('.age')).length).toBeGreaterThan(4)
    const { tables } = await readBackup(join(folder, made), [identity])
    expect(tables.find(({ table }) => table === 'children')).toMatchObject({ rows: 1 })
  })

  test('is made once by two instances', async () => {
    await Promise.all([instanceAt('2026-11-17T02:30:00-05:00'), instanceAt('2026-11-17T02:30:00-05:00')])
    expect(backups()).toHaveLength(1)
  })

  test('outlasts the limit on idle transactions', async () => {
    // The job's own connection waits while the backup is written on another one.
    const clock = createClock({ timeZone: 'America/New_York' }, '2026-11-17T02:30:00-05:00')
    const program = { timeZone: 'America/New_York' }
    const target = {
      databaseUrl: app.databaseUrl,
      folder,
      recipient: undefined,
      program,
      log: recordingLog(),
    }
    const shown = await db.transaction(async (tx) => {
      await execute(tx, sql`set local idle_in_transaction_session_timeout = '10s'`)
      await backupJob(target, clock).run(tx, clock.now())
      return rows<{ timeout: string }>(
        tx,
        sql`select current_setting('idle_in_transaction_session_timeout') as timeout`,
      )
    })
    expect(shown).toEqual([{ timeout: '0' }])
  })

  describe('whose success could not be recorded', () => {
    const program = { timeZone: 'America/New_York' }
    const dueAt = new Date('2026-11-17T02:30:00-05:00')
    let now = dueAt
    const clock = { now: () => now }
    const nightlyJob = () =>
      backupJob(
        { databaseUrl: app.databaseUrl, folder, recipient: undefined, program, log: recordingLog() },
        clock,
      )
    const run = (job: ReturnType<typeof nightlyJob>) =>
      runOnce(db, 'backup', '2026-11-17', clock, 0, (tx) => job.run(tx, dueAt))
    const runOnBrokenConnection = (job: ReturnType<typeof nightlyJob>) =>
      runOnce(db, 'backup', '2026-11-17', clock, 0, async (tx) => {
        await job.run(tx, dueAt)
        await execute(tx, sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined)
      })
    beforeEach(() => {
      now = dueAt
    })

    test('because its connection broke is recorded by the retry and not made again', async () => {
      const job = nightlyJob()
      await expect(runOnBrokenConnection(job)).rejects.toThrow()
      const file = join(folder, nameAt('2026-11-17T02-30'))
      const { ino } = statSync(file)
      now = new Date('2026-11-17T02:45:00-05:00')
      expect(await run(job)).toBe('ran')
      expect(backups()).toEqual([nameAt('2026-11-17T02-30')])
      expect(statSync(file).ino).toBe(ino)
    })

    test('is made again if it was damaged since', async () => {
      const job = nightlyJob()
      await expect(runOnBrokenConnection(job)).rejects.toThrow()
      truncateSync(join(folder, nameAt('2026-11-17T02-30')), 100)
      now = new Date('2026-11-17T02:45:00-05:00')
      expect(await run(job)).toBe('ran')
      expect(backups()).toEqual([nameAt('2026-11-17T02-45')])
    })
  })

  test('deletes old nightly backups and leftovers of killed processes, and nothing else', async () => {
    mkdirSync(folder)
    const put = (name: string) => writeFileSync(join(folder, name), '')
    for (let n = 1; n <= 40; n += 1) put(nameAt(`${addDays('2026-11-17', -n)}T02-30`))
    const foreign = [
      'aftercare-2026-01-01T02-30-00.backup.gz',
      'aftercare-nightly-2026-01-01.txt',
      'aftercare-nightly-2026-01-01T02-30.backup.gz.copy',
      'aftercare-nightly-of-the-office.backup.gz',
      'notes.part',
    ]
    foreign.forEach(put)
    const [stale, current] = ['2026-11-15', '2026-11-16'].map((day) => `${nameAt(`${day}T02-30`)}.4711.part`)
    for (const name of [stale, current]) put(name ?? '')
    const longAgo = Date.now() / 1_000 - 90_000
    utimesSync(join(folder, stale ?? ''), longAgo, longAgo)
    await instanceAt('2026-11-17T02:30:00-05:00')
    const nightly = [
      '10-18',
      '10-25',
      '11-01',
      '11-08',
      '11-11',
      '11-12',
      '11-13',
      '11-14',
      '11-15',
      '11-16',
      '11-17',
    ]
    expect(backups()).toEqual(
      [...foreign, current, ...nightly.map((day) => nameAt(`2026-${day}T02-30`))].toSorted(),
    )
  })
})

describe('a backup that fails', () => {
  const seenBy = async () => {
    const staff = await app.as(await anAdmin())
    const { failing_jobs, overdue_backup } = (await staff.get('/api/admin/dashboard')).body
    const health = await app.visitor.get('/api/health')
    return { failing_jobs, overdue_backup, status: health.status, health: health.body }
  }

  test('leaves no file, is retried, and the dashboard and the health check say so until it succeeds', async () => {
    writeFileSync(folder, 'a file where the folder should be')
    app.setNow('2026-11-17T02:30:01-05:00')
    const log = await instanceAt('2026-11-17T02:30:00-05:00')
    expect(log.lines.join()).toContain('could not be written')
    const failed = await seenBy()
    expect(failed).toMatchObject({ failing_jobs: [{ job: 'backup' }], overdue_backup: null, status: 200 })
    expect(failed.health).toMatchObject({
      status: 'ok',
      jobs: 'failing',
      backup: { age_seconds: null },
      last_failures: [{ job: 'backup', failed_at: expect.any(String) }],
    })
    expect(JSON.stringify(failed.health)).not.toContain(parent)

    rmSync(folder)
    await instanceAt('2026-11-17T02:31:00-05:00')
    expect(backups()).toEqual([nameAt('2026-11-17T02-31')])
    app.setNow('2026-11-17T03:31:00-05:00')
    const recovered = await seenBy()
    expect(recovered).toMatchObject({ failing_jobs: [], overdue_backup: null, health: { jobs: 'ok' } })
    expect(recovered.health.last_failures).toHaveLength(1)
    expect(Math.abs(recovered.health.backup.age_seconds - 3600)).toBeLessThan(60)
  })

  test('for 3 days in a row is overdue, also if there never was one', async () => {
    const clock = createClock({ timeZone: 'America/New_York' }, '2026-11-13T02:30:00-05:00')
    await recordFailure(db, 'backup', '2026-11-13', clock, { reason: 'full', failures: 1 })
    app.setNow('2026-11-16T02:29:00-05:00')
    expect(await seenBy()).toMatchObject({ overdue_backup: null })
    app.setNow('2026-11-16T02:31:00-05:00')
    expect(await seenBy()).toMatchObject({ overdue_backup: { last_at: null } })
    await runOnce(db, 'backup', '2026-11-12', clock, 0, async () => {})
    expect(await seenBy()).toMatchObject({
      overdue_backup: { last_at: expect.stringMatching(/^2026-11-13T07:30/) },
    })
  })

  test('because the first one never ends is overdue too', async () => {
    const clock = createClock({ timeZone: 'America/New_York' }, '2026-11-13T02:30:00-05:00')
    let end = () => {}
    let run: ReturnType<typeof runOnce> | undefined
    await new Promise<void>((isStarted) => {
      run = runOnce(db, 'backup', '2026-11-13', clock, 0, () => {
        isStarted()
        return new Promise((resolve) => {
          end = resolve
        })
      })
    })
    app.setNow('2026-11-16T02:29:00-05:00')
    expect(await seenBy()).toMatchObject({ failing_jobs: [], overdue_backup: null })
    app.setNow('2026-11-16T02:31:00-05:00')
    expect(await seenBy()).toMatchObject({ failing_jobs: [], overdue_backup: { last_at: null } })
    end()
    expect(await run).toBe('ran')
  })

  test('is seen although a run was recorded while the clock was ahead', async () => {
    const at = (now: string) => createClock({ timeZone: 'America/New_York' }, now)
    await runOnce(db, 'backup', '2027-03-01', at('2027-03-01T02:30:00-05:00'), 0, async () => {})
    await runOnce(db, 'backup', '2026-11-16', at('2026-11-16T02:30:00-05:00'), 0, async () => {})
    const failure = { reason: 'full', failures: 1 }
    await recordFailure(db, 'backup', '2026-11-17', at('2026-11-17T02:30:00-05:00'), failure)
    app.setNow('2026-11-17T02:31:00-05:00')
    const failed = await seenBy()
    expect(failed).toMatchObject({ failing_jobs: [{ job: 'backup' }], health: { jobs: 'failing' } })
    expect(Math.abs(failed.health.backup.age_seconds - 86_460)).toBeLessThan(60)
    app.setNow('2026-11-19T02:31:00-05:00')
    expect(await seenBy()).toMatchObject({
      overdue_backup: { last_at: expect.stringMatching(/^2026-11-16T07:30/) },
    })
  })

  test('of an earlier night that failed last is no failure once a later night succeeded', async () => {
    const at = (now: string) => createClock({ timeZone: 'America/New_York' }, now)
    const failure = { reason: 'full', failures: 1 }
    await recordFailure(db, 'backup', '2026-11-16', at('2026-11-17T02:29:00-05:00'), failure)
    await runOnce(db, 'backup', '2026-11-17', at('2026-11-17T02:30:00-05:00'), 0, async () => {})
    app.setNow('2026-11-17T02:31:00-05:00')
    expect(await seenBy()).toMatchObject({ failing_jobs: [], health: { jobs: 'ok' } })
  })

  test('is nothing to staff where no backups are made', async () => {
    const other = await testApp({ databaseUrl: app.databaseUrl, env: { DATABASE_URL: app.databaseUrl } })
    const clock = createClock({ timeZone: 'America/New_York' }, '2026-11-10T02:30:00-05:00')
    await recordFailure(db, 'backup', '2026-11-10', clock, { reason: 'full', failures: 1 })
    const staff = await other.as(await anAdmin())
    const { body } = await staff.get('/api/admin/dashboard')
    expect(body).toMatchObject({ failing_jobs: [], overdue_backup: null })
    expect((await other.visitor.get('/api/health')).body).toMatchObject({
      jobs: 'ok',
      backup: null,
      last_failures: [],
    })
  })
})
