import { dayInZone } from '@aftercare/domain/lib/days'
import type { Clock } from '../clock'
import type { Config } from '../config'
import { queueEvent } from '../mail-events/queue-events'
import { defineJob, type Job } from './scheduler'

type Context = { config: Pick<Config, 'program'>; clock: Pick<Clock, 'now'> }

/**
 * The attendance email at 12:00 PM, Monday to Friday, even if nobody comes, so that a missing email means a fault. A
 * missed noon is caught up on the same day only; yesterday's list helps nobody.
 */
export function dailyReportJob(context: Context): Job {
  const dayAt = (instant: Date) => dayInZone(instant, context.config.program.timeZone)
  return defineJob({
    name: 'daily-attendance-report',
    cron: '0 12 * * 1-5',
    runKey: dayAt,
    catchUp: (dueAt, now) => dayAt(dueAt) === dayAt(now),
    run: async (tx, dueAt) => {
      await queueEvent(tx, { event: { kind: 'daily-report', day: dayAt(dueAt) } }, context)
    },
  })
}
