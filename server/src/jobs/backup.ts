import { dayInZone } from '@aftercare/domain/lib/days'
import { readBackup } from '../backup/backup-file'
import { makeNightlyBackup, type NightlyBackup, type NightlyTarget } from '../backup/nightly-backup'
import type { Clock } from '../clock'
import { execute, sql } from '../db/sql'
import { defineJob, type Job } from './scheduler'

/** At 2:30 AM, before the nightly cleanup. A missed night is made up for at any time. */
export function backupJob(target: NightlyTarget, clock: Pick<Clock, 'now'>): Job {
  const runKey = (dueAt: Date) => dayInZone(dueAt, target.program.timeZone)
  let made: (NightlyBackup & { key: string }) | undefined

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
      if (made?.key === key && (await isIntact(made))) return
      made = { key, ...(await makeNightlyBackup(target, clock.now())) }
    },
  })
}

const isIntact = ({ file, identities }: NightlyBackup): Promise<boolean> =>
  readBackup(file, identities).then(
    () => true,
    () => false,
  )
