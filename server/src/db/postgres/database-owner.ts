import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { connect } from '../connection'
import { SUPERUSER } from './cluster'

const DATABASE = 'aftercare'

/** The program's role: it owns its database and may do nothing else, so that no query reaches files or other roles. */
const OWNER = 'aftercare_owner'

/** How long an instance of an earlier version, which may be running, is held up while its tables change hands. */
const HAND_OVER_TIMEOUT = '5s'

/**
 * Creates the role and its database if they are missing, and returns the URL that the program connects to. In a cluster
 * of an earlier version everything belongs to the superuser: it is handed over once.
 */
export async function ensureDatabase(port: number, superuserPassword: string): Promise<string> {
  await asSuperuser(port, superuserPassword, 'postgres', async (client) => {
    // A command may do the same at this moment. Held until the connection ends.
    await client.query(`select pg_advisory_lock(hashtext('${OWNER}'))`)
    await ensureRole(client, superuserPassword)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`)
    await asSuperuser(port, superuserPassword, DATABASE, handOver)
  })
  return urlOf(port, superuserPassword)
}

/** For commands that only read, also in a cluster of an earlier version: as the superuser, who writes nothing. */
export function readOnlyUrlOf(port: number, superuserPassword: string): string {
  return `${superuserUrlOf(port, superuserPassword, DATABASE)}?options=-c%20default_transaction_read_only%3Don`
}

/** The URL for the database's owner. */
export function urlOf(port: number, superuserPassword: string, database = DATABASE): string {
  return `postgresql://${OWNER}:${passwordOf(superuserPassword)}@127.0.0.1:${port}/${database}`
}

/**
 * For tests and the demo, in a cluster of their own: the role also creates databases and roles, and may skip triggers.
 * The demo uses the database of the returned URL as it is.
 */
export async function ensureTestRole(port: number, superuserPassword: string): Promise<string> {
  await asSuperuser(port, superuserPassword, 'postgres', async (client) => {
    await ensureRole(client, superuserPassword)
    await client.query(`alter role ${OWNER} createdb createrole`)
    await client.query(`alter database postgres owner to ${OWNER}`)
    await client.query(`grant set on parameter session_replication_role to ${OWNER}`)
  })
  return urlOf(port, superuserPassword, 'postgres')
}

async function ensureRole(client: pg.Client, superuserPassword: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [OWNER])
  if (rowCount === 0) await client.query(`create role ${OWNER} login`)
  // Always: the secret may have been replaced.
  await client.query(`alter role ${OWNER} password '${passwordOf(superuserPassword)}'`)
}

/** Derived, so that commands know it too: the cluster's one secret file is enough. */
function passwordOf(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(OWNER).digest('base64url')
}

/** Sequences go with their tables; what belongs to an extension stays with it. */
const FOREIGN_OBJECTS = `
  select format('alter table %s owner to ${OWNER}', c.oid::regclass) as statement
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S')
     and c.relowner <> '${OWNER}'::regrole
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
  union all
  select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure)
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.proowner <> '${OWNER}'::regrole
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('alter database %I owner to ${OWNER}', datname)
    from pg_database where datname = current_database() and datdba <> '${OWNER}'::regrole`

const FOREIGN_TABLES = `
  select c.oid::regclass::text as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relowner <> '${OWNER}'::regrole
   order by name`

async function handOver(client: pg.Client): Promise<void> {
  await client.query(`begin; set local statement_timeout = '${HAND_OVER_TIMEOUT}'`)
  const { rows } = await client.query<{ statement: string }>(FOREIGN_OBJECTS)
  const { rows: tables } = await client.query<{ name: string }>(FOREIGN_TABLES)
  // All at once: the timeout of a statement is for all its locks together.
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`)
  for (const { statement } of rows) await client.query(statement)
  await client.query('commit')
}

const superuserUrlOf = (port: number, password: string, database: string): string =>
  `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

async function asSuperuser(
  port: number,
  password: string,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const connectionString = superuserUrlOf(port, password, database)
  const client = await connect({ connectionString, application_name: 'aftercare-setup' })
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
