import { setTimeout as sleep } from 'node:timers/promises'
import { query } from './programme'

/** 'report 2026-11-16': what the programme has done by the clock. */
export type Done = `${'report' | 'cleaning'} ${string}`

const PATIENCE_MS = 60_000
/** Long enough for what must not happen to happen. */
const QUIET_MS = 1_000

async function finishedRuns(databaseUrl: string): Promise<string[]> {
  const runs = await query<{ done: string }>(
    databaseUrl,
    `select case job when 'daily-attendance-report' then 'report ' when 'retention' then 'cleaning '
        else job || ' ' end || run_key as done
      from job_runs where finished_at is not null order by 1`,
  )
  return runs.map(({ done }) => done)
}

/** Waits for what must have been done, a little longer for what must not, and tells the difference. */
export async function compareRuns(
  databaseUrl: string,
  expected: readonly Done[],
  quietMs = QUIET_MS,
): Promise<string[]> {
  const end = Date.now() + PATIENCE_MS
  const isMissing = (done: string[]) => expected.some((one) => !done.includes(one))
  while (isMissing(await finishedRuns(databaseUrl)) && Date.now() < end) await sleep(100)
  await sleep(quietMs)
  const found = await finishedRuns(databaseUrl)
  const missing = expected.filter((one) => !found.includes(one)).map((one) => `${one} was not done`)
  const others = found
    .filter((one) => !expected.includes(one as Done))
    .map((one) => `${one} was done too soon`)
  return [...missing, ...others]
}

/** Every job that the servers tell of in their logs was done once, and each day's report was queued once. */
export async function compareTwice(databaseUrl: string, logs: string): Promise<string[]> {
  const told = logs
    .split('\n')
    .filter((line) => line.includes('job finished'))
    .map((line) => `${JSON.parse(line).job} ${JSON.parse(line).key}`)
  const ran = told.filter((one, at) => told.indexOf(one) !== at).map((one) => `${one} ran twice`)
  const mails = await query<{ subject: string; count: string }>(
    databaseUrl,
    "select subject, count(*) from outbox where template = 'daily-report' group by subject having count(*) <> 1",
  )
  const runs = await finishedRuns(databaseUrl)
  const faults = [...ran, ...mails.map(({ subject, count }) => `${subject}: ${count} mails`)]
  return told.length === runs.length ? faults : [...faults, `${told.length} runs told, ${runs.length} kept`]
}
