import { dayInZone } from '@aftercare/domain/lib/days'
import { readBackup } from '../backup/backup-file'
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
  const runKey = (dueAt: Date) => dayInZone(dueAt, target.program.timeZone)
  let made: { key: string; file: string } | undefined

  return defineJob({
    name: 'backup',
    cron: '30 2 * * *',
    runKey,
    catchUp: () => true,
    async run(tx, dueAt) {
      // The backup has its own connection. This one only holds the job's lock, for as long as that takes.
      await execute(tx, sql`set local idle_in_transaction_session_timeout = 0`)
      const key = runKey(dueAt)
      // If the lock's connection broke meanwhile, a complete backup was recorded as failed. The retry only records it.
      if (made?.key === key && (await isIntact(made.file))) return
      made = { key, file: await makeNightlyBackup(target, clock.now()) }
    },
  })
}

const isIntact = (file: string): Promise<boolean> =>
  readBackup(file).then(
    () => true,
    () => false,
  )
