import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BackupTimestamp,
  expiredBackups,
  isBackupTimestamp,
} from '@aftercare/domain/backup/nightly-backups'
import { dayInZone } from '@aftercare/domain/lib/days'
import { timeOfDayInZone } from '@aftercare/domain/lib/time-of-day'
import type { ProgramZone } from '../clock'
import type { MailLog } from '../mail/mail'
import { OperatorError } from '../operator-error'
import { createBackup } from './create-backup'

const PREFIX = 'aftercare-nightly-'
const SUFFIX = '.backup.gz'
const UNFINISHED = /^aftercare-nightly-.*\.part$/
const DAY_MS = 86_400_000

type Target = { databaseUrl: string; folder: string; program: ProgramZone; log: MailLog }

/**
 * Makes one backup, then deletes those that are no longer needed, and returns its path. Other files in the folder, such
 * as backups made by hand, are left alone. Nothing that goes wrong with old files makes the new backup a failure.
 */
export async function makeNightlyBackup(target: Target, now: Date): Promise<string> {
  const { timeZone } = target.program
  const time = timeOfDayInZone(now, timeZone).replace(':', '-')
  const file = join(target.folder, fileName(`${dayInZone(now, timeZone)}T${time}`))
  await assertFreeSpace(target.folder)
  await createBackup(target.databaseUrl, file)
  await deleteUnneeded(target)
  return file
}

async function deleteUnneeded({ folder, log }: Target): Promise<void> {
  const warn = (error: unknown) => log.warn({ err: error }, 'an old backup could not be deleted')
  try {
    for (const name of await listUnneeded(folder)) await rm(join(folder, name)).catch(warn)
  } catch (error) {
    warn(error)
  }
}

const fileName = (timestamp: BackupTimestamp) => `${PREFIX}${timestamp}${SUFFIX}`

async function listUnneeded(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  const unfinished = names.filter((name) => UNFINISHED.test(name))
  const old = await Promise.all(unfinished.map((name) => isOld(join(folder, name))))
  return [
    ...expiredBackups(timestampsOf(names)).map(fileName),
    ...unfinished.filter((_, index) => old[index]),
  ]
}

const timestampsOf = (names: string[]): BackupTimestamp[] =>
  names
    .filter((name) => name.startsWith(PREFIX) && name.endsWith(SUFFIX))
    .map((name) => name.slice(PREFIX.length, -SUFFIX.length))
    .filter(isBackupTimestamp)

/**
 * The database may be on the same disk, which a backup must not fill: twice the size of the newest one has to be free.
 * Where neither is known, such as before the first backup, writing it will tell.
 */
async function assertFreeSpace(folder: string): Promise<void> {
  const newest = timestampsOf(await readdir(folder).catch(() => []))
    .toSorted()
    .at(-1)
  if (newest === undefined) return
  const disk = await statfs(folder)
  const needed = 2 * (await stat(join(folder, fileName(newest)))).size
  const free = disk.bavail * disk.bsize
  if (disk.blocks > 0 && free < needed)
    throw new OperatorError(
      `There is too little space for a backup: ${megabytes(free)} MB are free, ${megabytes(needed)} MB are needed.`,
    )
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

/** What a killed process left behind; a younger file may be in use by another instance. */
const isOld = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > DAY_MS,
    () => false,
  )
