import type { Services } from '../http/context'
import { dailyReportJob } from './daily-report'
import { retentionJob } from './retention'
import { type Scheduler, startScheduler } from './scheduler'

/** All scheduled jobs. */
export function startJobs({
  config,
  clock,
  db,
  log,
}: Pick<Services, 'config' | 'clock' | 'db' | 'log'>): Scheduler {
  const jobs = [dailyReportJob({ config, clock }), retentionJob(config, clock)]
  return startScheduler({ db, clock, log, timeZone: config.timeZone, jobs })
}
