import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { KEEP_ALIVE } from './connection'
import { isQueryTimeout, isTransientError } from './transient-error'

/** A pool or a transaction, for queries that work with either. */
export type Queryable = {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
}
/** Each statement is its own transaction, on any free connection. */
export type Db = Queryable & { readonly kind: 'pool' }
/** All statements use one connection; a nested transaction is a savepoint. */
export type Tx = Queryable & { readonly kind: 'transaction' }

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

/**
 * Session settings of each connection. PostgreSQL's default costs assume spinning disks and favour sequential scans over
 * indexes. JIT compilation takes longer than any query here.
 */
const SESSION_SETTINGS = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  options: '-c random_page_cost=1.1 -c jit=off',
}

/**
 * For a pooler in transaction mode, which gives each transaction another connection: prepared statements and session
 * settings do not carry over.
 */
class UnpreparedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads are passed on as they are.
  override query(config: any, ...rest: any[]): any {
    const isNamed = typeof config === 'object' && config !== null && typeof config.name === 'string'
    const query = super.query as (...args: unknown[]) => unknown
    return query.call(this, isNamed ? { ...config, name: undefined } : config, ...rest)
  }
}

/**
 * The query timeout is for frozen connections: the database's statement_timeout comes first. What may take longer
 * (migrations, backups) uses its own connection, see connection.ts.
 */
const TIMEOUTS = { connectMs: 15_000, queryMs: SESSION_SETTINGS.statement_timeout + 5_000 }

/** A statement on a frozen connection must not delay shutdown. */
const CLOSE_TIMEOUT_MS = 3_000

export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { throughPooler = false, timeouts = TIMEOUTS } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: timeouts.connectMs,
    idleTimeoutMillis: 30_000,
    query_timeout: timeouts.queryMs,
    ...KEEP_ALIVE,
    application_name: 'aftercare',
    ...(throughPooler ? { Client: UnpreparedClient } : SESSION_SETTINGS),
  })
  // Without a listener, a broken idle connection would end the process. While closing, errors are expected.
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) onError(error)
  })
  // The same for a checked-out connection that breaks between two statements: the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const close = async () => {
    isClosing = true
    await Promise.race([pool.end(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }
  return { db: createDb(pool), pool, close }
}

function createDb(pool: pg.Pool): Db {
  return {
    kind: 'pool',
    query: (statement) => pool.query(statement),
    async transaction(work) {
      const client = await pool.connect()
      let isBroken = false
      try {
        return await runInTransaction(client, TRANSACTION, work)
      } catch (error) {
        isBroken = isTransientError(error)
        throw error
      } finally {
        client.release(isBroken)
      }
    },
  }
}

const TRANSACTION = { begin: 'begin', commit: 'commit', rollback: 'rollback' }
/** Savepoints with the same name nest: each command refers to the innermost. */
const SAVEPOINT = {
  begin: 'savepoint inner_one',
  commit: 'release savepoint inner_one',
  rollback: 'rollback to savepoint inner_one; release savepoint inner_one',
}

/** The transaction that the connection is in. */
export const transactionOn = (client: pg.ClientBase): Tx => ({
  kind: 'transaction',
  query: (statement) => client.query(statement),
  transaction: (inner) => runInTransaction(client, SAVEPOINT, inner),
})

/**
 * If even the rollback fails, the connection is broken, and that is the error to throw. On a frozen connection a rollback
 * is pointless: closing it undoes the transaction.
 */
async function runInTransaction<Result>(
  client: pg.ClientBase,
  commands: typeof TRANSACTION,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await client.query(commands.begin)
  try {
    const result = await work(transactionOn(client))
    await client.query(commands.commit)
    return result
  } catch (error) {
    if (!isQueryTimeout(error)) await client.query(commands.rollback)
    throw error
  }
}

/** SQLSTATE of a failed query. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** An amount or a sum that its column cannot hold. */
export const isNumericOverflow = (error: unknown): boolean => sqlStateOf(error) === '22003'

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false
  return constraint === undefined || error.constraint === constraint
}
