import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../testkit/built-server'
import { checkRunOnce, compareRuns, type JobRun } from '../lib/job-runs'
import { query, registerGuest } from '../lib/programme'
import { expectEqual, type Finding } from '../lib/report'
import { setUp } from '../lib/setup'

const PRELOAD = fileURLToPath(new URL('../lib/jumping-clock.cjs', import.meta.url))
const START = '2026-11-16T09:00:00-05:00'
/** The scheduler checks the clock at least twice a minute. */
const POLL_INTERVAL_MS = 32_000

/** A Monday. Forward past noon, back before it, forward again, to the next day and back, and a week ahead. */
const JUMPS: { to: string; does?: JobRun[] }[] = [
  { to: '2026-11-16T11:59:58-05:00', does: ['daily-attendance-report 2026-11-16'] },
  { to: '2026-11-16T10:00:00-05:00' },
  { to: '2026-11-16T12:30:00-05:00' },
  {
    to: '2026-11-17T13:00:00-05:00',
    does: ['retention 2026-11-17', 'forget-families 2026-11-17', 'daily-attendance-report 2026-11-17'],
  },
  { to: '2026-11-16T13:00:00-05:00' },
  {
    to: '2026-11-23T12:00:30-05:00',
    does: ['retention 2026-11-23', 'forget-families 2026-11-23', 'daily-attendance-report 2026-11-23'],
  },
]

/** The server machine's clock is changed while it runs; the database's clock stays right. */
export async function clockJumps(build: string): Promise<Finding> {
  const file = join(temporaryFolder('jumps'), 'jump')
  writeFileSync(file, '0')
  const settings = {
    NOW: START,
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--require ${PRELOAD}`,
    JUMP_FILE: file,
  }
  const { server, programme, databaseUrl, close } = await setUp(build, { families: 0, settings })
  const startedAt = Date.now()
  const expected: JobRun[] = ['retention 2026-11-16', 'forget-families 2026-11-16']
  const faults = await compareRuns(databaseUrl, expected)
  for (const [number, { to, does = [] }] of JUMPS.entries()) {
    const passedMs = Date.now() - startedAt
    writeFileSync(file, String(Date.parse(to) - Date.parse(START) - passedMs))
    expected.push(...does)
    const differences = await compareRuns(databaseUrl, expected, does.length > 0 ? 1_000 : POLL_INTERVAL_MS)
    faults.push(...differences.map((difference) => `after the jump to ${to} ${difference}`))
    const response = await registerGuest(server.port, programme, number, 8)
    expectEqual(faults, `a registration after the jump to ${to}`, response.status, 200)
  }
  faults.push(...(await checkRunOnce(databaseUrl, server.output())))
  const { all, sent } = await waitForMails(databaseUrl)
  expectEqual(faults, 'emails sent', sent, all)
  await close()
  return {
    figures: `${JUMPS.length} jumps, ${expected.length} jobs once each, ${sent} emails sent`,
    faults,
  }
}

/** The last registration's mails are still queued when its response arrives. */
async function waitForMails(databaseUrl: string): Promise<{ all: number; sent: number }> {
  for (let attempts = 0; ; attempts += 1) {
    const [row] = await query<Record<'all' | 'sent', string>>(
      databaseUrl,
      `select count(*) as all, count(*) filter (where state = 'sent') as sent from outbox`,
    )
    const [all, sent] = [Number(row?.all), Number(row?.sent)]
    if (sent === all || attempts > 100) return { all, sent }
    await sleep(200)
  }
}
