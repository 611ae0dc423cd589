import { JOB_NAMES, type JobName } from '@aftercare/domain/names'
import type { Clock } from '../clock'
import type { Db, Queryable, Tx } from '../db/client'
import { affected, firstRow, rows, sql } from '../db/sql'
import type { JobRunRow } from '../db/tables'

export const MAX_RETRY_MS = 15 * 60_000

/**
 * A run mostly fails because the database is away for a moment, and the noon report must not wait half a minute for
 * it: three seconds, doubled each time up to a quarter of an hour.
 */
export const retryAfterMs = (failures: number): number => Math.min(MAX_RETRY_MS, 3_000 * 2 ** (failures - 1))

/**
 * Does the work unless it is done already. The row's primary key makes a second instance wait for the first and
 * then find the work done; a failed run leaves no finished row, so it can be done again.
 */
export async function runOnce(
  db: Db,
  job: string,
  key: string,
  clock: Pick<Clock, 'now'>,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOurs = await affected(
      tx,
      sql`
        insert into job_runs (job, run_key, started_at) values (${job}, ${key}, ${clock.now().toISOString()})
        on conflict (job, run_key) do update set started_at = excluded.started_at where job_runs.finished_at is null`,
    )
    if (!isOurs) return false
    await work(tx)
    await affected(
      tx,
      sql`
        update job_runs set finished_at = ${clock.now().toISOString()}, error = null, retry_at = null
        where job = ${job} and run_key = ${key}`,
    )
    return true
  })
}

/** What this instance or another has noted of a run so far. */
export const findRun = (db: Db, job: string, key: string) =>
  firstRow<Pick<JobRunRow, 'failures' | 'retry_at'>>(
    db,
    sql`select failures, retry_at from job_runs where job = ${job} and run_key = ${key}`,
  )

/**
 * Never overwrites the success of another instance. `failures` counts this one: two instances that failed at the same
 * attempt note the same number.
 */
export async function recordFailure(
  db: Db,
  job: string,
  key: string,
  clock: Pick<Clock, 'now'>,
  { reason, failures }: { reason: string; failures: number },
): Promise<void> {
  const now = clock.now()
  const retryAt = new Date(now.getTime() + retryAfterMs(failures))
  await affected(
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
 * Jobs whose last run has failed and not succeeded since. Without a `retry_at` nobody tries that run again: a noon
 * report is made on its own day only.
 */
export async function listFailingJobs(db: Queryable, now: Date): Promise<FailingJob[]> {
  return rows<FailingJob>(
    db,
    sql`
      select job, failed_at,
        case when retry_at > ${now.toISOString()}::timestamptz - interval '2 minutes' then retry_at end as retry_at
      from (select distinct on (job) * from job_runs order by job, run_key desc) as last_run
      where finished_at is null and failed_at is not null and job = any(${[...JOB_NAMES]}::text[])
      order by job`,
  )
}
