import { Cron } from 'croner'
import type { Clock, ProgramZone } from '../clock'
import type { Db, Tx } from '../db/client'
import { failureForLog } from '../failure-reason'
import type { Log } from '../log'
import { findRun, MAX_RETRY_MS, recordFailure, retryAfterMs, runOnce } from './job-runs.queries'

export type Job = {
  name: string
  /** Five fields, in the programme's time zone. */
  cron: string
  /** Identifies one scheduled run; each key runs once, however many instances there are. */
  runKey(dueAt: Date): string
  /** Whether a missed or failed run should still be done now. */
  catchUp(dueAt: Date, now: Date): boolean
  /** Runs in the transaction that marks the run as finished: both are committed, or neither. */
  run(tx: Tx, dueAt: Date): Promise<void>
}

export const defineJob = (job: Job): Job => job

export type Scheduler = {
  /** Runs what is due now; called by the timer, and by tests after setting the clock. */
  runDue(): Promise<void>
  /** For shutdown: resolves once the current run has finished. */
  stop(): Promise<void>
}

export type SchedulerOptions = {
  db: Db
  clock: Pick<Clock, 'now'>
  log: Log
  program: ProgramZone
  job: Job
}

/** Timers drift, machines sleep and clocks are set: check at least this often. */
const MAX_SLEEP_MS = 30_000

export function startScheduler({ db, clock, log, program, job }: SchedulerOptions): Scheduler {
  // New each time: the zone may have changed.
  const plan = () => new Cron(job.cron, { timezone: program.timeZone, paused: true })
  let finishedKey: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let retryMs = Infinity
  /** Consecutive failures that could not be recorded in the database. */
  let unrecorded = 0
  let current: Promise<void> = Promise.resolve()

  const runIfDue = async () => {
    const now = clock.now()
    const dueAt = latestDue(plan(), now)
    if (!dueAt) return
    const key = job.runKey(dueAt)
    if (finishedKey === key || !job.catchUp(dueAt, now)) return
    let failures = 0
    try {
      const run = await findRun(db, job.name, key)
      failures = run?.failures ?? 0
      const waitMs = msUntilRetry(run?.retry_at, now)
      if (waitMs > 0) {
        retryMs = Math.min(retryMs, waitMs)
        return
      }
      const result = await runOnce(db, job.name, key, clock, failures, (tx) => job.run(tx, dueAt))
      unrecorded = 0
      if (result === 'elsewhere') return
      finishedKey = key
      if (result === 'ran') log.info({ job: job.name, key }, 'job finished')
    } catch (error) {
      const reason = failureForLog(error)
      retryMs = Math.min(retryMs, await handleFailure(key, reason, failures + 1))
    }
  }

  /** Returns the delay until the retry: shorter if the database is down, because everything depends on it. */
  const handleFailure = async (key: string, reason: string, failures: number) => {
    try {
      await recordFailure(db, job.name, key, clock, { reason, failures })
      unrecorded = 0
    } catch (error) {
      unrecorded += 1
      log.error({ job: job.name, key, reason: failureForLog(error) }, 'job failure could not be recorded')
    }
    const waitMs = unrecorded > 0 ? Math.min(MAX_SLEEP_MS, retryAfterMs(unrecorded)) : retryAfterMs(failures)
    log.error({ job: job.name, key, reason, failures, retryInMs: waitMs }, 'job failed; will retry')
    return waitMs
  }

  const runDue = () => {
    current = current.then(async () => {
      retryMs = Infinity
      if (!isStopped) await runIfDue()
    })
    return current
  }

  const msToNext = () => {
    const now = clock.now()
    const waitMs = (plan().nextRun(now)?.getTime() ?? Infinity) - now.getTime()
    return Math.max(1, Math.min(MAX_SLEEP_MS, retryMs, waitMs))
  }

  const tick = async () => {
    await runDue()
    if (!isStopped) timer = setTimeout(tick, msToNext())
  }
  void tick()

  return {
    runDue,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}

/** A retry time beyond the maximum delay was recorded before the clock was set back. */
function msUntilRetry(retryAt: string | null | undefined, now: Date): number {
  const waitMs = retryAt ? new Date(retryAt).getTime() - now.getTime() : 0
  return waitMs > MAX_RETRY_MS ? 0 : waitMs
}

/** The last due time that is not in the future. previousRuns excludes its reference, hence the next second. */
function latestDue(plan: Cron, now: Date): Date | undefined {
  const nextSecond = (Math.floor(now.getTime() / 1_000) + 1) * 1_000
  return plan.previousRuns(1, new Date(nextSecond))[0]
}
