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
import type { Log } from '../log'
import { OperatorError } from '../operator-error'
import { ENCRYPTED_SUFFIX } from './backup-encryption'
import { createBackup } from './create-backup'

/** Encrypted ones end in ENCRYPTED_SUFFIX. */
const NIGHTLY = /^aftercare-nightly-(.*)\.backup\.gz(\.age)?$/
const UNFINISHED = /^aftercare-nightly-.*\.part$/
const DAY_MS = 86_400_000

export type NightlyTarget = {
  databaseUrl: string
  folder: string
  /** Whose key encrypts the backups, if any. */
  recipient: string | undefined
  program: ProgramZone
  log: Log
}

/** The identities are those of `CreatedBackup`. */
export type NightlyBackup = { file: string; identities: readonly string[] }

/**
 * Makes one backup, then deletes those that are no longer needed. Other files in the folder, such as backups made by
 * hand, are left alone. Nothing that goes wrong with old files makes the new backup a failure.
 */
export async function makeNightlyBackup(target: NightlyTarget, now: Date): Promise<NightlyBackup> {
  const { timeZone } = target.program
  const { folder, recipient } = target
  const timestamp = `${dayInZone(now, timeZone)}T${timeOfDayInZone(now, timeZone).replace(':', '-')}`
  const suffix = recipient ? ENCRYPTED_SUFFIX : ''
  const file = join(folder, `aftercare-nightly-${timestamp}.backup.gz${suffix}`)
  await assertFreeSpace(folder)
  const { identities } = await createBackup(target.databaseUrl, file, recipient)
  await deleteUnneeded(target)
  return { file, identities }
}

async function deleteUnneeded({ folder, log }: NightlyTarget): Promise<void> {
  const warn = (error: unknown) => log.warn({ err: error }, 'an old backup could not be deleted')
  try {
    for (const name of await listUnneeded(folder)) await rm(join(folder, name)).catch(warn)
  } catch (error) {
    warn(error)
  }
}

async function listUnneeded(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  const unfinished = names.filter((name) => UNFINISHED.test(name))
  const old = await Promise.all(unfinished.map((name) => isOld(join(folder, name))))
  const nightly = nightlyBackups(names)
  const expired = expiredBackups(nightly.map(({ timestamp }) => timestamp))
  return [
    ...nightly.filter(({ timestamp }) => expired.includes(timestamp)).map(({ name }) => name),
    ...unfinished.filter((_, index) => old[index]),
  ]
}

/** Oldest first. */
function nightlyBackups(names: string[]): { name: string; timestamp: BackupTimestamp }[] {
  return names.toSorted().flatMap((name) => {
    const timestamp = NIGHTLY.exec(name)?.[1] ?? ''
    return isBackupTimestamp(timestamp) ? [{ name, timestamp }] : []
  })
}

/**
 * The database may be on the same disk, which a backup must not fill: twice the size of the newest one has to be free.
 * Where neither is known, such as before the first backup, writing it will tell.
 */
async function assertFreeSpace(folder: string): Promise<void> {
  const newest = nightlyBackups(await readdir(folder).catch(() => [])).at(-1)
  if (newest === undefined) return
  const disk = await statfs(folder)
  const needed = 2 * (await stat(join(folder, newest.name))).size
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
