import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '@aftercare/domain/lib/enums'
import { query } from './programme'

/** A finished scheduled job: 'daily-attendance-report 2026-11-16'. */
export type JobRun = `${JobName} ${string}`

const TIMEOUT_MS = 60_000
/** Long enough for an unwanted run to show. */
const QUIET_MS = 1_000

async function finishedRuns(databaseUrl: string): Promise<string[]> {
  const runs = await query<{ done: string }>(
    databaseUrl,
    "select job || ' ' || run_key as done from job_runs where finished_at is not null order by 1",
  )
  return runs.map(({ done }) => done)
}

/** Waits for the expected runs, then a little for unexpected ones, and returns the differences. */
export async function compareRuns(
  databaseUrl: string,
  expected: readonly JobRun[],
  quietMs = QUIET_MS,
): Promise<string[]> {
  const end = Date.now() + TIMEOUT_MS
  const isMissing = (done: string[]) => expected.some((one) => !done.includes(one))
  while (isMissing(await finishedRuns(databaseUrl)) && Date.now() < end) await sleep(100)
  await sleep(quietMs)
  const found = await finishedRuns(databaseUrl)
  const missing = expected.filter((one) => !found.includes(one)).map((one) => `${one} was not done`)
  const others = found
    .filter((one) => !expected.includes(one as JobRun))
    .map((one) => `${one} was done too soon`)
  return [...missing, ...others]
}

/**
 * Checks that every job in the servers' logs ran once, and that each day's report was queued once. An instance that is
 * killed, or whose commit was not confirmed, `mayMissInLog` a run.
 */
export async function checkRunOnce(
  databaseUrl: string,
  logs: string,
  mayMissInLog = false,
): Promise<string[]> {
  const reported = logs
    .split('\n')
    .filter((line) => line.includes('job finished'))
    .map((line) => `${JSON.parse(line).job} ${JSON.parse(line).key}`)
  const ran = reported.filter((one, at) => reported.indexOf(one) !== at).map((one) => `${one} ran twice`)
  const mails = await query<{ subject: string; count: string }>(
    databaseUrl,
    "select subject, count(*) from outbox where template = 'daily-report' and event is null group by subject having count(*) <> 1",
  )
  const runs = await finishedRuns(databaseUrl)
  const faults = [...ran, ...mails.map(({ subject, count }) => `${subject}: ${count} emails`)]
  return reported.length === runs.length || (mayMissInLog && reported.length < runs.length)
    ? faults
    : [...faults, `${reported.length} runs logged, ${runs.length} stored`]
}
