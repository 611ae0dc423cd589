import { resolve } from 'node:path'
import { readBackup } from '../backup/backup-file'
import { restoreBackup } from '../backup/restore-backup'
import { runCommand, typedIn } from '../command'
import { StartError } from '../db/postgres/start-error'
import { MIGRATIONS } from '../server'

function fileOf([name]: string[]): string {
  if (!name) throw new StartError('Name the backup to restore: npm run restore FILE')
  return resolve(typedIn(), name)
}

await runCommand(
  async ({ databaseUrl, args, say }) => {
    const { header, footer, heldMails } = await restoreBackup(databaseUrl, fileOf(args), MIGRATIONS)
    const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Restored ${rows} rows of ${footer.tables.length} tables from the backup of ${header.created_at}`)
    if (heldMails > 0) {
      say(
        `${heldMails} mails were waiting to be sent: they are marked as failed, so that none goes out twice.`,
      )
    }
  },
  { alone: true, check: (args) => readBackup(fileOf(args)) },
)
