import pg from 'pg'

/** The migrated database that tests copy. */
export const TEMPLATE = 'template_aftercare'

export function urlFor(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

export async function createDatabase(serverUrl: string, name: string, template?: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}${template ? ` template ${template}` : ''}`)
  } finally {
    await client.end()
  }
}

/** For thousands of rows: without triggers, which are most of the work, and without the app's statement timeout. */
export async function insertMany(databaseUrl: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c session_replication_role=replica',
  })
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}

/**
 * Empties tables and everything that refers to them between tests, including tables protected by triggers. Deleting a
 * few rows without triggers is fifteen times cheaper than TRUNCATE, which rebuilds every index.
 */
export async function emptyTables(pool: pg.Pool, names: string) {
  const { rows } = await pool.query<{ name: string }>(
    `with recursive emptied (id) as (
      select to_regclass(trim(name))::oid from unnest(string_to_array($1, ',')) name
      union select conrelid from pg_constraint join emptied on confrelid = id where contype = 'f'
    ) select id::regclass::text as name from emptied`,
    [names],
  )
  await pool.query(
    `begin; set local session_replication_role = replica;
    ${rows.map(({ name }) => `delete from ${name}`).join('; ')}; commit`,
  )
}
