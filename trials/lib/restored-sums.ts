import { restoreBackup } from '../../server/src/backup/restore-backup'
import { createDatabase, urlFor } from '../../server/testing/databases'
import { query } from './programme'
import { expectEqual } from './report'
import { MIGRATIONS } from './setup'

let count = 0

/** An empty database on the same server. */
export async function emptyBeside(databaseUrl: string): Promise<string> {
  count += 1
  const name = `restored_${process.pid}_${count}`
  await createDatabase(databaseUrl, name)
  return urlFor(databaseUrl, name)
}

/**
 * Restores a backup and compares its sums: every payment is one dollar and one audit log entry, written in the same
 * transaction. Returns the number of payments.
 */
export async function restoredSums(
  databaseUrl: string,
  file: string,
  faults: string[],
  migrations = MIGRATIONS,
): Promise<number> {
  const target = await emptyBeside(databaseUrl)
  await restoreBackup(target, file, migrations)
  const [sums] = await query<Record<'payments' | 'dollars' | 'audited' | 'doubled', string>>(
    target,
    `select count(*) as payments, coalesce(sum(amount), 0) as dollars,
       (select count(*) from audit_log where table_name = 'payments') as audited,
       count(*) - count(distinct notes) as doubled from payments`,
  )
  const rows = Number(sums?.payments)
  expectEqual(faults, 'dollars in a backup', Number(sums?.dollars), rows)
  expectEqual(faults, 'audit entries in a backup', Number(sums?.audited), rows)
  expectEqual(faults, 'doubled in a backup', Number(sums?.doubled), 0)
  return rows
}
