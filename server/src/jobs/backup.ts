import { dayInZone } from '@aftercare/domain/lib/days'
import { makeNightlyBackup } from '../backup/nightly-backup'
import type { Clock, ProgramZone } from '../clock'
import { execute, sql } from '../db/sql'
import type { MailLog } from '../mail/mail'
import { defineJob, type Job } from './scheduler'

/** At 2:30 AM, before the nightly cleanup. A missed night is made up for at any time. */
export function backupJob(
  target: { databaseUrl: string; folder: string; program: ProgramZone; log: MailLog },
  clock: Pick<Clock, 'now'>,
): Job {
  return defineJob({
    name: 'backup',
    cron: '30 2 * * *',
    runKey: (dueAt) => dayInZone(dueAt, target.program.timeZone),
    catchUp: () => true,
    async run(tx) {
      // The backup has its own connection. This one only holds the job's lock, for as long as that takes.
      await execute(tx, sql`set local idle_in_transaction_session_timeout = 0`)
      await makeNightlyBackup(target, clock.now())
    },
  })
}
