import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackup } from '../../server/src/backup/create-backup'
import { temporaryFolder } from '../../testkit/built-server'
import { restoredSums } from '../lib/restored-sums'

const PAUSE_MS = 8_000

/** Backups one after the other; one cut off by a failover is repeated. */
export function startBackups(url: () => Promise<string>) {
  const folder = temporaryFolder('backups')
  const files: string[] = []
  let failed = 0
  let isStopped = false
  const run = async () => {
    while (!isStopped) {
      const file = join(folder, `${files.length}.backup.gz`)
      const isMade = await url()
        .then((databaseUrl) => createBackup(databaseUrl, file))
        .then(
          () => true,
          () => false,
        )
      if (isMade) files.push(file)
      else failed += 1
      await sleep(isMade ? PAUSE_MS : 500)
    }
  }
  const running = run()
  return {
    /** Restores some of the complete ones beside the database, and compares their sums. */
    async stop(databaseUrl: string, migrations: string, faults: string[]): Promise<string> {
      isStopped = true
      await running
      const step = Math.ceil(files.length / 4)
      const checked = files.filter((_, index) => index % step === 0)
      for (const file of checked) await restoredSums(databaseUrl, file, faults, migrations)
      if (files.length === 0) faults.push('no backup succeeded')
      return `${files.length} backups whole (${checked.length} restored, ${failed} cut off and repeated)`
    },
  }
}
