import { Cron } from 'croner'
import type { Clock } from '../clock'
import type { Db, Tx } from '../db/client'
import { failureForLog } from '../mail/failure-reason'
import type { MailLog } from '../mail/mail'
import { findRun, MAX_RETRY_MS, recordFailure, retryAfterMs, runOnce } from './job-runs.queries'

export type Job = {
  name: string
  /** Five fields, read on a clock in the programme's time zone. */
  cron: string
  /** Names one due moment; a moment is done once per key, whatever number of instances run. */
  runKey(dueAt: Date): string
  /** Whether a moment that was missed, or whose run failed, is still worth doing now. */
  catchUp(dueAt: Date, now: Date): boolean
  /** Works in the transaction that marks the run as done: either both are kept or neither. */
  run(tx: Tx, dueAt: Date): Promise<void>
}

export const defineJob = (job: Job): Job => job

export type Scheduler = {
  /** Does what is due by the clock; the timer calls it, and so does whoever has just set the clock. */
  runDue(): Promise<void>
  /** Resolves when the run under way is over. */
  stop(): Promise<void>
}

export type SchedulerOptions = {
  db: Db
  clock: Pick<Clock, 'now'>
  log: MailLog
  timeZone: string
  jobs: Job[]
}

/** Timers drift, machines sleep and clocks are set: look again at least this often. */
const LONGEST_SLEEP_MS = 30_000

export function startScheduler({ db, clock, log, timeZone, jobs }: SchedulerOptions): Scheduler {
  const planned = jobs.map((job) => ({ job, plan: new Cron(job.cron, { timezone: timeZone, paused: true }) }))
  const doneKeys = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let retryMs = Infinity
  /** Failures in a row that not even the database could be told of. */
  let unrecorded = 0
  let underWay: Promise<void> = Promise.resolve()

  const doIfDue = async ({ job, plan }: (typeof planned)[number]) => {
    const now = clock.now()
    const dueAt = latestDue(plan, now)
    if (!dueAt) return
    const key = job.runKey(dueAt)
    if (doneKeys.get(job.name) === key || !job.catchUp(dueAt, now)) return
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
      doneKeys.set(job.name, key)
      if (result === 'ran') log.info({ job: job.name, key }, 'a job has run')
    } catch (error) {
      const reason = failureForLog(error)
      retryMs = Math.min(retryMs, await noteFailure(job.name, key, reason, failures + 1))
    }
  }

  /** Answers after how long to try again. A database that is away is looked for sooner: it holds up everything else. */
  const noteFailure = async (job: string, key: string, reason: string, failures: number) => {
    try {
      await recordFailure(db, job, key, clock, { reason, failures })
      unrecorded = 0
    } catch (error) {
      unrecorded += 1
      log.error({ job, key, reason: failureForLog(error) }, 'a failed job could not be recorded')
    }
    const waitMs =
      unrecorded > 0 ? Math.min(LONGEST_SLEEP_MS, retryAfterMs(unrecorded)) : retryAfterMs(failures)
    log.error({ job, key, reason, failures, retryInMs: waitMs }, 'a job failed and will be tried again')
    return waitMs
  }

  const runDue = () => {
    underWay = underWay.then(async () => {
      retryMs = Infinity
      for (const entry of planned) if (!isStopped) await doIfDue(entry)
    })
    return underWay
  }

  const msToNext = () => {
    const now = clock.now()
    const waits = planned.map(({ plan }) => (plan.nextRun(now)?.getTime() ?? Infinity) - now.getTime())
    return Math.max(1, Math.min(LONGEST_SLEEP_MS, retryMs, ...waits))
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
      await underWay
    },
  }
}

/** A time further off than any pause was noted before the clock was set back. */
function msUntilRetry(retryAt: string | null | undefined, now: Date): number {
  const waitMs = retryAt ? new Date(retryAt).getTime() - now.getTime() : 0
  return waitMs > MAX_RETRY_MS ? 0 : waitMs
}

/** The last due moment that is not in the future. Runs before a reference exclude it, hence the second after. */
function latestDue(plan: Cron, now: Date): Date | undefined {
  const nextSecond = (Math.floor(now.getTime() / 1_000) + 1) * 1_000
  return plan.previousRuns(1, new Date(nextSecond))[0]
}
