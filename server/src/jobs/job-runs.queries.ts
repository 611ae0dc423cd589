import { JOB_NAMES, type JobName } from '@aftercare/domain/lib/enums'
import type { Clock } from '../clock'
import type { Db, Queryable, Tx } from '../db/client'
import { execute, maybeOne, rows, sql } from '../db/sql'
import type { JobRunRow } from '../db/tables'
import { isQueryTimeout } from '../db/transient-error'
import { failureForLog } from '../mail/failure-reason'

export const MAX_RETRY_MS = 15 * 60_000

/**
 * A run mostly fails because the database is away for a moment, and the noon report must not wait half a minute for
 * it: three seconds, doubled each time up to a quarter of an hour.
 */
export const retryAfterMs = (failures: number): number => Math.min(MAX_RETRY_MS, 3_000 * 2 ** (failures - 1))

/** `elsewhere`: another instance is running it, or has failed since this one read `failures`. */
type RunResult = 'ran' | 'finished before' | 'elsewhere'

/**
 * Does the work unless it is done already, one instance at a time. The others do not wait for the lock, or each would
 * try at once when the one before it has failed; for the same reason a failure is recorded while the lock is held.
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

/** What this instance or another has recorded of a run so far. */
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
