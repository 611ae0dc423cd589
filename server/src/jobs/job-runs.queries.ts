import type { Clock } from '../clock'
import type { Db, Tx } from '../db/client'
import { affected, sql } from '../db/sql'

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
        update job_runs set finished_at = ${clock.now().toISOString()}, error = null
        where job = ${job} and run_key = ${key}`,
    )
    return true
  })
}

/** Never overwrites the success of another instance. */
export async function recordFailure(
  db: Db,
  job: string,
  key: string,
  clock: Pick<Clock, 'now'>,
  reason: string,
): Promise<void> {
  await affected(
    db,
    sql`
      insert into job_runs (job, run_key, started_at, error)
      values (${job}, ${key}, ${clock.now().toISOString()}, ${reason})
      on conflict (job, run_key) do update set error = excluded.error where job_runs.finished_at is null`,
  )
}
