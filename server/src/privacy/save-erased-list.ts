import { existsSync } from 'node:fs'
import { backupFolder, writeErasedList } from '../backup/erased-list'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Services } from '../http/context'

/**
 * Writes the list of what was erased beside the backups, after an erasure. The list itself is in the database: if this
 * fails, the file is written with the next erasure, nightly job or backup. A folder without backups needs none.
 */
export async function saveErasedList({
  config,
  db,
  log,
}: Pick<Services, 'config' | 'db' | 'log'>): Promise<void> {
  const folder = backupFolder(config)
  if (!existsSync(folder)) return
  try {
    await db.transaction(async (tx) => {
      await acquireAdvisoryLock(tx, 'erased list')
      await writeErasedList(tx, folder)
    })
  } catch (err) {
    log.error({ err, folder }, 'the list of what was erased could not be written beside the backups')
  }
}
