import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createBackup } from '../backup/create-backup'
import { invocationCwd, runCommand } from './run'

await runCommand(
  async ({ config, databaseUrl, args, print }) => {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
    const file = args[0]
      ? resolve(invocationCwd(), args[0])
      : join(config.backupDir ?? join(config.dataDir, 'backups'), `aftercare-${stamp}.backup.gz`)
    const { tables } = await createBackup(databaseUrl, file)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const kilobytes = Math.ceil(statSync(file).size / 1024)
    print(`Backed up ${rows} rows of ${tables.length} tables (${kilobytes} kB) to ${file}`)
  },
  { isReadOnly: () => true },
)
