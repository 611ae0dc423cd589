import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { connect } from './connection'

export type Migration = { version: number; name: string; sql: string; checksum: string }

/** An arbitrary advisory lock key, the same for every instance. */
const MIGRATION_LOCK = 4_207_201

/**
 * SHA-256 of the checksums and names of the 57 migrations that `0001_schema.sql` replaced. A database that has them all
 * has the same schema.
 */
const REPLACED_HISTORY = 'f948dd0a544fd65fe5b11995c165174456c5cf81de3bfbf1b0add2b9ca7882d4'
/** The last of them, and the last commit that has them: it brings older databases up to there. */
export const LAST_REPLACED = { version: 57, name: '0057_same_child.sql', commit: '7a47f53e' }

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return {
        version: Number(name.slice(0, 4)),
        name,
        sql,
        checksum: sha256(sql),
      }
    }),
  )
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export class MigrationError extends Error {}

/** Migrates the database to the code's schema; instances that start together wait for each other. */
export async function migrate(url: string, folder: string): Promise<number> {
  const migrations = await readMigrations(folder)
  const client = await connect({ connectionString: url, application_name: 'aftercare-migrate' })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
    const stored = await readApplied(client)
    const applied = renumbered(stored, migrations)
    assertSameHistory(applied, migrations)
    if (applied !== stored) await replaceHistory(client, migrations)
    for (const migration of migrations.slice(applied.length)) await apply(client, migration)
    return migrations.length
  } finally {
    await client.end()
  }
}

/** For a command that only reads: throws unless the database has the code's schema. */
export async function assertMigrated(url: string, folder: string): Promise<void> {
  const known = await readMigrations(folder)
  const client = await connect({ connectionString: url, application_name: 'aftercare-migrate' })
  try {
    const { rows } = await client.query("select to_regclass('schema_migrations') is not null as exists")
    const applied = renumbered(rows[0].exists ? await readApplied(client) : [], known)
    assertSameHistory(applied, known)
    if (applied.length < known.length)
      throw new MigrationError(
        `The database has schema version ${applied.at(-1)?.version ?? 0}, older than this program's ${known.at(-1)?.version}. Start the program, which migrates it.`,
      )
  } finally {
    await client.end()
  }
}

type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  )
  return rows
}

function renumbered(applied: Applied[], known: Migration[]): Applied[] {
  const list = applied.map(({ checksum, name }) => `${checksum}  ${name}\n`).join('')
  return sha256(list) === REPLACED_HISTORY ? known.slice(0, 1) : applied
}

function assertSameHistory(applied: Applied[], known: Migration[]) {
  const newest = applied.at(-1)
  if (newest && applied[0]?.name !== known[0]?.name) {
    throw new MigrationError(
      `The database was set up by an earlier version, with migrations up to ${newest.name}. Start the version of commit ${LAST_REPLACED.commit} on it first, which migrates it to ${LAST_REPLACED.name}, then this one.`,
    )
  }
  if (newest && newest.version > (known.at(-1)?.version ?? 0)) {
    throw new MigrationError(
      `The database has schema version ${newest.version}, newer than this program's ${known.at(-1)?.version ?? 0}. Start the newer program, or restore a backup into an empty database.`,
    )
  }
  for (const [index, row] of applied.entries()) {
    const migration = known[index]
    if (migration?.version !== row.version || migration.checksum !== row.checksum) {
      throw new MigrationError(
        `Migration ${row.name} differs from the one applied to this database. Migrations are never edited once applied.`,
      )
    }
  }
}

async function replaceHistory(client: pg.Client, [schema]: Migration[]) {
  if (schema) await apply(client, { ...schema, sql: 'delete from schema_migrations' })
}

/** In the caller's transaction. */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.sql)
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    migration.version,
    migration.name,
    migration.checksum,
  ])
}

async function apply(client: pg.Client, migration: Migration) {
  await client.query('begin')
  try {
    await applyMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    // Throw the original error: on a broken connection even the rollback fails.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
