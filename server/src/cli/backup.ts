import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ENCRYPTED_SUFFIX } from '../backup/backup-encryption'
import { createBackup } from '../backup/create-backup'
import { backupFolder } from '../backup/erased-list'
import { invocationCwd, runCommand } from './run'

await runCommand(
  async ({ config, databaseUrl, args, print }) => {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
    const suffix = config.backupRecipient ? ENCRYPTED_SUFFIX : ''
    const file = args[0]
      ? resolve(invocationCwd(), args[0])
      : join(backupFolder(config), `aftercare-${stamp}.backup.gz${suffix}`)
    const { tables } = await createBackup(databaseUrl, file, config.backupRecipient)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const kilobytes = Math.ceil(statSync(file).size / 1024)
    const encrypted = config.backupRecipient ? ', encrypted for BACKUP_RECIPIENT' : ''
    print(`Backed up ${rows} rows of ${tables.length} tables (${kilobytes} kB) to ${file}${encrypted}`)
  },
  { isReadOnly: () => true },
)
