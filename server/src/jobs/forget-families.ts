import { dayInZone } from '@aftercare/domain/lib/days'
import { execute, sql } from '../db/sql'
import type { Services } from '../http/context'
import { forgetFamilies } from '../privacy/forget-families'
import { defineJob, type Job } from './scheduler'

/** At 4:00 AM, after the backup. A missed night is caught up on at any time. */
export function forgetFamiliesJob(services: Pick<Services, 'config' | 'clock' | 'db' | 'log'>): Job {
  return defineJob({
    name: 'forget-families',
    cron: '0 4 * * *',
    runKey: (dueAt) => dayInZone(dueAt, services.config.program.timeZone),
    catchUp: () => true,
    async run(tx) {
      // Each family has a transaction of its own. This one only holds the job's lock, for as long as that takes.
      await execute(tx, sql`set local idle_in_transaction_session_timeout = 0`)
      await forgetFamilies(services)
    },
  })
}
