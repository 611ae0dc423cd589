import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isPassingTrouble } from './passing-trouble'
import * as schema from './schema'

export type Db = NodePgDatabase<typeof schema>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** A query that runs alone or inside a transaction takes either. */
export type Queryable = Db | Tx

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

/**
 * What each connection of ours is told. PostgreSQL's own figures are those of turning disks: they make it read whole
 * tables where an index is at hand. And compiling a query takes longer than any query here.
 */
const SESSION = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  options: '-c random_page_cost=1.1 -c jit=off',
}

/**
 * A pooler in transaction mode gives each transaction another connection, which knows no statement by name; nor does
 * it pass settings of a session on.
 */
class NamelessClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads are passed on as they are.
  override query(config: any, ...rest: any[]): any {
    const isNamed = typeof config === 'object' && config !== null && typeof config.name === 'string'
    const query = super.query as (...args: unknown[]) => unknown
    return query.call(this, isNamed ? { ...config, name: undefined } : config, ...rest)
  }
}

export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { throughPooler = false } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'aftercare',
    ...(throughPooler ? { Client: NamelessClient } : SESSION),
  })
  // An idle connection that breaks would otherwise end the process. While we close, breaking is what they do.
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) onError(error)
  })
  // So would one that breaks while it is lent out and between two statements: the next statement tells the borrower.
  pool.on('connect', (client) => client.on('error', () => {}))
  const close = () => {
    isClosing = true
    return pool.end()
  }
  const db = drizzle(pool, { schema })
  db.transaction = transactionsOn(pool)
  return { db, pool, close }
}

/** The library's own never gives the connection back when already its `begin` fails, as at a restart of the database. */
function transactionsOn(pool: pg.Pool): Db['transaction'] {
  const known = new WeakMap<pg.PoolClient, Db>()
  return async (work, config) => {
    const client = await pool.connect()
    const db = known.get(client) ?? (drizzle(client, { schema }) as unknown as Db)
    known.set(client, db)
    let isBroken = false
    try {
      return await db.transaction(work, config)
    } catch (error) {
      isBroken = isPassingTrouble(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}

/** SQLSTATE of a failed query; drizzle wraps the driver's error. */
export function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof pg.DatabaseError ? cause.code : undefined
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof pg.DatabaseError) || cause.code !== '23505') return false
  return constraint === undefined || cause.constraint === constraint
}
