import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { connect } from '../connection'
import { SUPERUSER } from './cluster'

const DATABASE = 'aftercare'

/** The program's role: it owns its database and may do nothing else, so that no query reaches files or other roles. */
const OWNER = 'aftercare_owner'

/** Creates the role and its database if they are missing, and returns the URL that the program connects to. */
export async function ensureDatabase(port: number, superuserPassword: string): Promise<string> {
  await asSuperuser(port, superuserPassword, async (client) => {
    // A command may do the same at this moment. Held until the connection ends.
    await client.query(`select pg_advisory_lock(hashtext('${OWNER}'))`)
    await ensureRole(client, superuserPassword)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`)
  })
  return urlOf(port, superuserPassword)
}

/** For commands that only read. */
export function readOnlyUrlOf(port: number, superuserPassword: string): string {
  return `${urlOf(port, superuserPassword)}?options=-c%20default_transaction_read_only%3Don`
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
  await asSuperuser(port, superuserPassword, async (client) => {
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

async function asSuperuser(
  port: number,
  password: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const connectionString = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`
  const client = await connect({ connectionString, application_name: 'aftercare-setup' })
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
