import { isBackupOverdue } from '@aftercare/domain/backup/nightly-backups'
import type { JobName } from '@aftercare/domain/lib/enums'
import type { Clock } from '../clock'
import type { Db, Queryable, Tx } from '../db/client'
import { execute, maybeOne, rows, sql } from '../db/sql'
import type { JobRunRow } from '../db/tables'
import { isQueryTimeout } from '../db/transient-error'
import { failureForLog } from '../failure-reason'

export const MAX_RETRY_MS = 15 * 60_000

/**
 * Exponential backoff from three seconds to a quarter of an hour. Short at first: most failures are a brief database
 * outage, and the noon report should not wait long.
 */
export const retryAfterMs = (failures: number): number => Math.min(MAX_RETRY_MS, 3_000 * 2 ** (failures - 1))

/** `elsewhere`: another instance is running it, or has failed since this one queried `failures`. */
type RunResult = 'ran' | 'finished before' | 'elsewhere'

/**
 * Does the work unless it is already done, on one instance at a time. The others don't wait for the lock, or each would
 * retry at once after a failure; for the same reason a failure is recorded while the lock is held.
 */
export async function runOnce(
  db: Db,
  job: string,
  key: string,
  clock: Pick<Clock, 'now'>,
  failures: number,
  work: (tx: Tx) => Promise<void>,
): Promise<RunResult> {
  const result = await db.transaction<RunResult | { error: unknown }>(async (tx) => {
    const lock = await maybeOne<{ is_ours: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`job ${job} ${key}`}, 0)) as is_ours`,
    )
    if (!lock?.is_ours) return 'elsewhere'
    const run = await findRun(tx, job, key)
    if (run?.finished_at) return 'finished before'
    if ((run?.failures ?? 0) !== failures) return 'elsewhere'
    const startedAt = clock.now().toISOString()
    // On its own connection, so that a run that never ends is known to have begun.
    await execute(
      db,
      sql`insert into job_runs (job, run_key, started_at) values (${job}, ${key}, ${startedAt})
        on conflict (job, run_key) do nothing`,
    )
    try {
      await tx.transaction(work)
    } catch (error) {
      // On a frozen connection nothing can be recorded.
      if (isQueryTimeout(error)) throw error
      await recordFailure(tx, job, key, clock, { reason: failureForLog(error), failures: failures + 1 })
      return { error }
    }
    await execute(
      tx,
      sql`
        insert into job_runs (job, run_key, started_at, finished_at)
        values (${job}, ${key}, ${startedAt}, ${clock.now().toISOString()})
        on conflict (job, run_key) do update set started_at = excluded.started_at, finished_at = excluded.finished_at,
          error = null, retry_at = null`,
    )
    return 'ran'
  })
  if (typeof result === 'object') throw result.error
  return result
}

/** The recorded state of a run, by any instance. */
export const findRun = (db: Queryable, job: string, key: string) =>
  maybeOne<Pick<JobRunRow, 'failures' | 'retry_at' | 'finished_at'>>(
    db,
    sql`select failures, retry_at, finished_at from job_runs where job = ${job} and run_key = ${key}`,
  )

/** Never overwrites the success of another instance. `failures` counts this one, so recording it twice is harmless. */
export async function recordFailure(
  db: Queryable,
  job: string,
  key: string,
  clock: Pick<Clock, 'now'>,
  { reason, failures }: { reason: string; failures: number },
): Promise<void> {
  const now = clock.now()
  const retryAt = new Date(now.getTime() + retryAfterMs(failures))
  await execute(
    db,
    sql`
      insert into job_runs (job, run_key, started_at, error, failures, failed_at, retry_at)
      values (${job}, ${key}, ${now.toISOString()}, ${reason}, ${failures}, ${now.toISOString()}, ${retryAt.toISOString()})
      on conflict (job, run_key) do update set error = excluded.error, failures = excluded.failures,
        failed_at = excluded.failed_at, retry_at = excluded.retry_at
      where job_runs.finished_at is null and job_runs.failures <= excluded.failures`,
  )
}

export type FailingJob = { job: JobName; failed_at: string; retry_at: string | null }

/**
 * Jobs whose last run failed and has not succeeded since. Without a `retry_at` that run is not retried: a noon report is
 * sent only on its own day. Runs recorded while the clock was ahead don't count, or they would hide every later failure.
 */
export const listFailingJobs = (db: Queryable, now: Date, jobs: readonly JobName[]): Promise<FailingJob[]> =>
  rows<FailingJob>(
    db,
    sql`
      select job, failed_at,
        case when retry_at > ${now.toISOString()}::timestamptz - interval '2 minutes' then retry_at end as retry_at
      from (
        select distinct on (job) * from job_runs
        where coalesce(finished_at, failed_at) <= ${now.toISOString()}::timestamptz
        order by job, coalesce(finished_at, failed_at) desc, run_key desc
      ) as last_run
      where finished_at is null and job = any(${[...jobs]}::text[])
      order by job`,
  )

type JobTimes = { job: JobName; first_at: string; finished_at: string | null; failed_at: string | null }

/** When each job first ran, last succeeded and last failed, apart from what was recorded while the clock was ahead. */
export const listJobTimes = (db: Queryable, now: Date, jobs: readonly JobName[]): Promise<JobTimes[]> =>
  rows<JobTimes>(
    db,
    sql`
      select job, min(started_at) as first_at,
        max(finished_at) filter (where finished_at <= ${now.toISOString()}::timestamptz) as finished_at,
        max(failed_at) filter (where failed_at <= ${now.toISOString()}::timestamptz) as failed_at
      from job_runs
      where job = any(${[...jobs]}::text[]) and started_at <= ${now.toISOString()}::timestamptz
      group by job order by job`,
  )

/** Null unless there has been no backup for 3 days; before the first one, since the first attempt. */
export function overdueBackup(times: readonly JobTimes[], now: Date): { last_at: string | null } | null {
  const backup = times.find(({ job }) => job === 'backup')
  if (!backup || !isBackupOverdue(new Date(backup.finished_at ?? backup.first_at), now)) return null
  return { last_at: backup.finished_at }
}
