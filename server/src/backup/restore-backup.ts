import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect } from '../db/connection'
import { applyMigration, LAST_REPLACED, type Migration, readMigrations } from '../db/migrate'
import { OperatorError } from '../operator-error'
import { type BackupFooter, type BackupHeader, readBackup } from './backup-file'
import { copyTarget, listTables, quote } from './tables'

/** Tables that the first start fills by itself: rows in them don't mean that the database is in use. */
const SEEDED = [
  'admin_email_preferences',
  'site_content',
  'settings',
  'job_runs',
  'audit_log',
  'accounts',
  'tokens',
  'user_roles',
  'profiles',
]

export type Restored = { header: BackupHeader; footer: BackupFooter; unsentMails: number }

/**
 * Restores a backup into an empty database, completely or not at all: also migrated, and with what `afterLoading` does.
 * The identities are those of an encrypted one.
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  migrationsFolder: string,
  identities: readonly string[] = [],
  afterLoading: (client: pg.Client) => Promise<unknown> = async () => undefined,
): Promise<Restored> {
  const migrations = await readMigrations(migrationsFolder)
  const header = await checkFile(file, identities, migrations)
  const client = await connect({ connectionString: databaseUrl, application_name: 'aftercare-restore' })
  try {
    await client.query('begin')
    await assertUnusedTarget(client, header, migrations)
    await migrateToVersion(client, header.schema_version, migrations)
    const footer = await load(client, file, identities)
    const unsentMails = await failQueuedMails(client)
    const applied = await client.query<{ version: number }>(
      'select max(version) as version from schema_migrations',
    )
    const version = applied.rows[0]?.version ?? 0
    for (const migration of migrations.filter((one) => one.version > version))
      await applyMigration(client, migration)
    await afterLoading(client)
    await client.query('commit')
    return { header, footer, unsentMails }
  } finally {
    await client.end()
  }
}

async function checkFile(
  file: string,
  identities: readonly string[],
  migrations: Migration[],
): Promise<BackupHeader> {
  let header: BackupHeader | null = null
  await readBackup(file, identities, {
    header: (read) => {
      header = renumbered(file, read)
    },
  })
  const known = migrations.at(-1)?.version ?? 0
  const { schema_version } = header ?? { schema_version: 0 }
  if (header === null || schema_version > known) {
    throw new OperatorError(
      `The backup ${file} has schema version ${schema_version}, newer than this program's ${known}. Restore it with the newer program.`,
    )
  }
  return header
}

function renumbered(file: string, header: BackupHeader): BackupHeader {
  if (header.format_version > 1) return header
  if (header.schema_version === LAST_REPLACED.version) return { ...header, schema_version: 1 }
  throw new OperatorError(
    `The backup ${file} was made by an earlier version. Restore it with the version of commit ${LAST_REPLACED.commit} and start this one on that database.`,
  )
}

async function assertUnusedTarget(
  client: pg.Client,
  header: BackupHeader,
  migrations: Migration[],
): Promise<void> {
  // An idle server closes its pooled connections, but never the LISTEN connection.
  const { rows: clients } = await client.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and application_name in ('aftercare', 'aftercare-live') limit 1`,
  )
  if (clients.length > 0)
    throw new OperatorError('Aftercare is running on this database. Stop it before you restore.')
  const tables = await listTables(client)
  if (tables.length === 0) return
  const used = new OperatorError(
    'The database is not empty. Restore into an empty one (another DATA_DIR or DATABASE_URL): a restore never overwrites anything.',
  )
  const { rows: history } = await client
    .query<{ version: number; checksum: string }>(
      'select version, checksum from schema_migrations order by version',
    )
    .catch(() => {
      throw used
    })
  for (const { table } of tables) {
    if (SEEDED.includes(table)) continue
    const { rowCount } = await client.query(`select 1 from public.${quote(table)} limit 1`)
    if (rowCount !== 0) throw used
  }
  const { rowCount: people } = await client.query(
    'select 1 from accounts where password_hash is not null limit 1',
  )
  if (people !== 0) throw used
  const isSame = history.every(({ version, checksum }, index) => {
    const migration = migrations[index]
    return migration?.version === version && migration.checksum === checksum
  })
  if (!isSame || history.at(-1)?.version !== header.schema_version) {
    throw new OperatorError(
      `The backup has schema version ${header.schema_version} and the database is already set up with ${history.at(-1)?.version}. Restore into a database that Aftercare has never been started on; it is migrated afterwards.`,
    )
  }
}

/** An empty database gets the backup's schema first; later migrations are applied to the restored rows. */
async function migrateToVersion(client: pg.Client, version: number, migrations: Migration[]): Promise<void> {
  if ((await listTables(client)).length === 0) {
    await client.query(`create table schema_migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
    for (const migration of migrations.filter((candidate) => candidate.version <= version))
      await applyMigration(client, migration)
  }
  // What migrations or the first start have stored is in the backup. Triggers that forbid truncating are enabled again
  // after loading the rows.
  await client.query('alter table public.audit_log disable trigger user')
  await client.query('alter table public.payments disable trigger user')
  const tables = await listTables(client)
  await client.query(
    `truncate ${tables.map(({ table }) => `public.${quote(table)}`).join(', ')} restart identity cascade`,
  )
}

async function load(client: pg.Client, file: string, identities: readonly string[]): Promise<BackupFooter> {
  const tables = await listTables(client)
  const known = new Set(tables.map(({ table }) => table))
  const setTriggers = async (action: 'disable' | 'enable') => {
    for (const { table } of tables)
      await client.query(`alter table public.${quote(table)} ${action} trigger user`)
  }
  // The rows already include what the triggers would add.
  await setTriggers('disable')
  let copy: ReturnType<typeof copyFrom> | null = null
  let copyError: Error | null = null
  const footer = await readBackup(file, identities, {
    table: (heading) => {
      if (!known.has(heading.table))
        throw new OperatorError(`The backup contains an unknown table "${heading.table}".`)
      copy = client.query(copyFrom(`copy ${copyTarget(heading)} from stdin`))
      copy.on('error', (error) => {
        copyError = error
      })
    },
    row: async (line) => {
      if (copyError) throw copyError
      if (copy && !copy.write(`${line}\n`)) await once(copy, 'drain')
    },
    tableEnd: async () => {
      if (copyError || !copy) throw copyError
      const done = finished(copy)
      copy.end()
      await done
    },
  })
  await setTriggers('enable')
  await restartSequences(client)
  return footer
}

async function restartSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${quote(column)}) from public.${quote(table)}), 0) + 1, false)`,
      [`public.${quote(table)}`, column],
    )
  }
}

/** Mails queued when the backup was made may have been sent since: they are not sent again unless staff decide so. */
async function failQueuedMails(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `update outbox set state = 'failed', lease_until = null,
       last_error = 'Restored from a backup: it may have been sent already.'
      where state in ('queued', 'held', 'sending')`,
  )
  return rowCount ?? 0
}
