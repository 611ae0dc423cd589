import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/src/db/migrate'
import { startMailbox } from '../../server/testing/mailbox'
import { temporaryFolder } from '../../testkit/built-server'
import { freePort } from '../../testkit/free-port.mjs'
import { httpRequest } from '../../testkit/http-client'
import { openLivePage } from '../lib/live-page'
import { type Programme, query, seedProgramme } from '../lib/programme'
import { expectEqual, type Finding } from '../lib/report'
import { startTrialServer } from '../lib/trial-server'
import { startWriteLoad } from '../lib/write-load'
import { startExports } from './exports'
import type { Programs } from './packages'
import { startPair, urlOn } from './postgres-pair'
import { kill, own } from './processes'
import { startHaproxy, startPgbouncer } from './proxies'

const MIGRATIONS = fileURLToPath(new URL('../../server/migrations', import.meta.url))
const FAMILIES = 40

/**
 * Two instances behind HAProxy on a primary with a synchronous standby, under payments and registrations. The primary
 * is killed and the standby promoted, then one instance is killed.
 */
export async function failover(build: string, programs: Programs, withPgbouncer: boolean): Promise<Finding> {
  const folder = temporaryFolder('cluster')
  own(folder)
  const pair = await startPair(programs.postgres, folder)
  const [web, database, pooler, first, second] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  await migrate(urlOn(pair.primaryPort), MIGRATIONS)
  const programme = await seedProgramme(urlOn(pair.primaryPort), FAMILIES)
  const mailbox = await startMailbox()
  const databases = [pair.primaryPort, pair.standbyPort]
  const haproxy = await startHaproxy(programs.haproxy, folder, {
    web,
    database,
    instances: [first, second],
    databases,
  })
  const pgbouncer = withPgbouncer ? await startPgbouncer(programs.pgbouncer, folder, pooler, database) : null
  await waitUntilHealthy(database)
  const start = (port: number) =>
    startTrialServer(build, {
      DATABASE_URL: urlOn(database),
      ...(withPgbouncer && { DATABASE_POOL_URL: urlOn(pooler) }),
      DATA_DIR: temporaryFolder('instance'),
      SECRETS_KEY: 'one key for both instances, as in real life',
      PORT: String(port),
      SMTP_URL: mailbox.url,
      TRUST_PROXY: '1',
      NOW: '2026-11-16T11:59:50-05:00',
    })
  const instances = [await start(first), await start(second)]
  const page = openLivePage(() => web, programme.staffCookie)
  await sleep(2_000)
  const writeLoad = startWriteLoad(programme, () => web)
  const exporting = startExports(programme, () => web)
  const registered = registerAll(programme, web)
  await sleep(5_000)

  const killedAt = Date.now()
  await pair.killPrimary()
  await sleep(1_000)
  pair.promote()
  await waitForWrite(writeLoad)
  const databaseGap = Date.now() - killedAt
  const changesBefore = page.changeCount()
  await sleep(3_000)
  await instances[0]?.stop('SIGKILL')
  const instanceKilledAt = Date.now()
  await waitForWrite(writeLoad)
  const instanceGap = Date.now() - instanceKilledAt
  // A noon job during the failover runs a few seconds later.
  await sleep(8_000)
  await writeLoad.stop()
  const confirmed = await registered

  const faults: string[] = []
  const exported = await exporting.stop(faults)
  const url = urlOn(pair.standbyPort)
  const figures = await writeLoad.compare(url, faults)
  const mails = await waitForMails(url)
  const [counts] = await query<Record<'rows' | 'children' | 'reports', string>>(
    url,
    `select count(*) as rows, count(distinct child_id) as children,
       (select count(*) from outbox where template = 'daily-report') as reports from submissions`,
  )
  expectEqual(faults, 'families with their acknowledgement', confirmed, FAMILIES)
  expectEqual(faults, 'registrations', Number(counts?.rows), FAMILIES * 2)
  expectEqual(faults, 'children', Number(counts?.children), FAMILIES * 2)
  expectEqual(faults, 'daily reports', Number(counts?.reports), 1)
  expectEqual(faults, 'emails not sent', mails.waiting, 0)
  const arrived = new Set(mailbox.received.map(({ mail }) => mail.messageId))
  expectEqual(faults, 'emails lost', mails.sent - arrived.size, 0)
  if (page.changeCount() <= changesBefore) faults.push('the live page got no change after the failover')
  page.close()
  await instances[1]?.stop('SIGTERM')
  if (pgbouncer) await kill(pgbouncer, 'SIGKILL')
  await kill(haproxy, 'SIGKILL')
  await pair.stop()
  await mailbox.stop()
  return {
    figures: `${figures}; first write ${(databaseGap / 1000).toFixed(1)} s after the primary stopped, ${(instanceGap / 1000).toFixed(1)} s after an instance stopped; longest pause ${(writeLoad.longestGapMs() / 1000).toFixed(1)} s; ${arrived.size} mails, ${mailbox.received.length - arrived.size} of them twice; report sent once; ${exported} exports whole`,
    faults,
  }
}

/** Every family registers both children and retries until it succeeds. */
async function registerAll({ families, monthId }: Programme, port: number): Promise<number> {
  const response = await Promise.all(
    families.map(async ({ cookie, childIds, ipAddress, email }, number) => {
      await sleep(number * 400)
      const body = { month_id: monthId, child_ids: childIds, selected_days: [8, 9], agreed: true }
      for (let attempts = 0; attempts < 200; attempts += 1) {
        const { status } = await httpRequest(port, '/api/submissions', {
          method: 'POST',
          cookie,
          ipAddress,
          key: email,
          body,
        })
        if (status === 200) return true
        await sleep(250)
      }
      return false
    }),
  )
  return response.filter(Boolean).length
}

async function waitForWrite(writeLoad: { acknowledged(): number }): Promise<void> {
  const before = writeLoad.acknowledged()
  for (let attempts = 0; writeLoad.acknowledged() <= before + 8; attempts += 1) {
    if (attempts > 2_400) throw new Error('Writes never resumed')
    await sleep(50)
  }
}

/** HAProxy routes to both servers until its first health checks return: requires several successes in a row. */
async function waitUntilHealthy(port: number): Promise<void> {
  let right = 0
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const isStandby = await query<{ is: boolean }>(urlOn(port), 'select pg_is_in_recovery() as is').then(
      ([row]) => row?.is ?? true,
      () => true,
    )
    right = isStandby ? 0 : right + 1
    if (right === 8) return
    await sleep(200)
  }
  throw new Error("The database's proxy never accepted connections")
}

/** A mail leased by a killed instance is sent when the lease expires, after at most three minutes. */
async function waitForMails(url: string): Promise<{ waiting: number; sent: number }> {
  for (let attempts = 0; ; attempts += 1) {
    const [row] = await query<Record<'waiting' | 'sent', string>>(
      url,
      `select count(*) filter (where state <> 'sent') as waiting, count(*) filter (where state = 'sent') as sent from outbox`,
    )
    const found = { waiting: Number(row?.waiting), sent: Number(row?.sent) }
    if (found.waiting === 0 || attempts > 220) return found
    await sleep(1_000)
  }
}
