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

/** For thousands of rows: without triggers, which are most of the work, and without the product's statement timeout. */
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

/** Empties tables between tests, also those that no statement of the product can empty. */
export async function emptyTables(pool: pg.Pool, names: string) {
  await pool.query(`
    alter table audit_log disable trigger user;
    alter table payments disable trigger user;
    truncate ${names} cascade;
    alter table payments enable trigger user;
    alter table audit_log enable trigger user`)
}
