import { JOB_NAMES, type JobName } from '@aftercare/domain/lib/enums'
import type { Config } from '../config'
import type { Services } from '../http/context'
import { backupJob } from './backup'
import { dailyReportJob } from './daily-report'
import { forgetFamiliesJob } from './forget-families'
import { retentionJob } from './retention'
import { type Scheduler, startScheduler } from './scheduler'

/** The jobs that run with these settings. */
export const scheduledJobs = ({ backupDir }: Pick<Config, 'backupDir'>): JobName[] =>
  JOB_NAMES.filter((name) => name !== 'backup' || backupDir !== null)

/** All scheduled jobs, each with a scheduler of its own: a long backup must not delay the noon report. */
export function startJobs(
  services: Pick<Services, 'config' | 'clock' | 'db' | 'log'>,
  databaseUrl: string,
): Scheduler {
  const { config, clock, db, log } = services
  const { program, backupDir: folder, backupRecipient: recipient } = config
  const jobs = [dailyReportJob({ config, clock }), retentionJob(config, clock), forgetFamiliesJob(services)]
  if (folder !== null) jobs.push(backupJob({ databaseUrl, folder, recipient, program, log }, clock))
  const schedulers = jobs.map((job) => startScheduler({ db, clock, log, program, job }))
  const all = async (act: (scheduler: Scheduler) => Promise<void>) => {
    await Promise.all(schedulers.map(act))
  }
  return {
    runDue: () => all((scheduler) => scheduler.runDue()),
    stop: () => all((scheduler) => scheduler.stop()),
  }
}
