import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../testkit/built-server'
import { checkRunOnce, compareRuns, type JobRun } from '../lib/job-runs'
import { query } from '../lib/programme'
import type { Finding } from '../lib/report'
import { aProgramme } from '../lib/setup'
import { startTrialServer } from '../lib/trial-server'

type Moment = { at: string; does?: JobRun[] }

/** The programme is in New York. The server is started at each moment; the last ones go back in time. */
const SPRING: Moment[] = [
  {
    at: '2026-03-06T12:30:00-05:00',
    does: ['retention 2026-03-06', 'forget-families 2026-03-06', 'daily-attendance-report 2026-03-06'],
  },
  { at: '2026-03-08T01:59:00-05:00', does: ['retention 2026-03-07', 'forget-families 2026-03-07'] },
  { at: '2026-03-08T03:00:00-04:00' },
  { at: '2026-03-08T03:29:00-04:00' },
  { at: '2026-03-08T03:31:00-04:00', does: ['retention 2026-03-08'] },
  { at: '2026-03-08T12:30:00-04:00', does: ['forget-families 2026-03-08'] },
  { at: '2026-03-09T11:30:00-04:00', does: ['retention 2026-03-09', 'forget-families 2026-03-09'] },
]
const AUTUMN: Moment[] = [
  {
    at: '2026-10-30T12:30:00-04:00',
    does: ['retention 2026-10-30', 'forget-families 2026-10-30', 'daily-attendance-report 2026-10-30'],
  },
  { at: '2026-11-01T01:30:00-04:00', does: ['retention 2026-10-31', 'forget-families 2026-10-31'] },
  { at: '2026-11-01T01:30:00-05:00' },
  { at: '2026-11-01T03:29:00-05:00' },
  { at: '2026-11-01T03:31:00-05:00', does: ['retention 2026-11-01'] },
  { at: '2026-11-01T12:30:00-05:00', does: ['forget-families 2026-11-01'] },
  { at: '2026-11-02T11:30:00-05:00', does: ['retention 2026-11-02', 'forget-families 2026-11-02'] },
]
const CHANGES = [
  { name: 'spring', moments: SPRING, monday: '2026-03-09', offset: '-04:00', backTo: SPRING[1]?.at },
  { name: 'autumn', moments: AUTUMN, monday: '2026-11-02', offset: '-05:00', backTo: AUTUMN[1]?.at },
]

/** Both DST weekends in New York, and the Mondays after: jobs run at local noon, once. */
export async function clockChanges(build: string): Promise<Finding> {
  const faults: string[] = []
  const figures: string[] = []
  for (const change of CHANGES) {
    const { databaseUrl } = await aProgramme(0)
    const expected: JobRun[] = []
    let logs = ''
    const startAt = (at: string) =>
      startTrialServer(build, {
        DATABASE_URL: databaseUrl,
        DATA_DIR: temporaryFolder('clock'),
        PORT: '0',
        PROGRAM_TIMEZONE: 'America/New_York',
        LOG_LEVEL: 'info',
        NOW: at,
      })
    const visit = async ({ at, does = [] }: Moment) => {
      const server = await startAt(at)
      expected.push(...does)
      const differences = await compareRuns(databaseUrl, expected)
      faults.push(...differences.map((difference) => `at ${at} ${difference}`))
      await server.stop('SIGTERM')
      logs += server.output()
    }
    for (const moment of change.moments) await visit(moment)

    const noon = await crossNoon(change.monday, change.offset, databaseUrl, startAt)
    faults.push(...noon.faults)
    logs += noon.logs
    expected.push(`daily-attendance-report ${change.monday}`)
    for (const at of [change.backTo, `${change.monday}T10:00:00${change.offset}`])
      await visit({ at: at ?? '' })
    await visit({ at: `${change.monday}T18:00:00${change.offset}` })
    faults.push(...(await checkRunOnce(databaseUrl, logs)))
    figures.push(`${change.name}: ${expected.length} jobs once each, ${noon.figures}`)
  }
  return { figures: figures.join('; '), faults }
}

/** Two instances run through noon: one report, shortly after noon by their clock. */
async function crossNoon(
  day: string,
  offset: string,
  databaseUrl: string,
  startAt: (at: string) => ReturnType<typeof startTrialServer>,
) {
  const startedAt = Date.now()
  const AHEAD_MS = 15_000
  const at = new Date(Date.parse(`${day}T12:00:00${offset}`) - AHEAD_MS).toISOString()
  const servers = await Promise.all([startAt(at), startAt(at)])
  const readyAt = Date.now()
  const faults: string[] = []
  const wanted = `daily-attendance-report ${day}` as JobRun
  let seenAt = 0
  while (seenAt === 0 && Date.now() - readyAt < AHEAD_MS + 30_000) {
    const runs = await query<{ run_key: string }>(
      databaseUrl,
      "select run_key from job_runs where job = 'daily-attendance-report' and run_key = $1",
      [day],
    )
    if (runs.length > 0) seenAt = Date.now()
    else await sleep(50)
  }
  // An instance's clock starts between its process start and its first response.
  const [earliestMs, latestMs] = [seenAt - readyAt - AHEAD_MS, seenAt - startedAt - AHEAD_MS]
  if (seenAt === 0) faults.push(`${wanted} was not sent at noon`)
  else if (latestMs < 0) faults.push(`${wanted} was sent ${-latestMs} ms before noon`)
  else if (earliestMs > 5_000) faults.push(`${wanted} was sent ${earliestMs} ms after noon`)
  await sleep(1_000)
  for (const server of servers) await server.stop('SIGTERM')
  const logs = servers.map((server) => server.output()).join('')
  return { faults, logs, figures: `report at most ${(latestMs / 1000).toFixed(1)} s after noon` }
}
