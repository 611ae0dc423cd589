import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { KEEP_ALIVE } from './connection'
import { isQueryTimeout, isTransientError } from './transient-error'

/** A query that runs alone or inside a transaction takes either. */
export type Queryable = {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
}
/** Each statement is a transaction of its own, on whichever connection is free. */
export type Db = Queryable & { readonly kind: 'pool' }
/** All statements go to one connection; a transaction within it is a savepoint. */
export type Tx = Queryable & { readonly kind: 'transaction' }

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

/**
 * The query timeout is for a connection that is frozen: the database itself cuts a statement off earlier. What may take
 * longer (migrations, backups) has a connection of its own, see connection.ts.
 */
const TIMEOUTS = { connectMs: 15_000, queryMs: SESSION.statement_timeout + 5_000 }

/** A statement on a frozen connection must not hold up the end. */
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
    ...(throughPooler ? { Client: NamelessClient } : SESSION),
  })
  // An idle connection that breaks would otherwise end the process. While we close, breaking is what they do.
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) onError(error)
  })
  // So would one that breaks while it is lent out and between two statements: the next statement tells the borrower.
  pool.on('connect', (client) => client.on('error', () => {}))
  const close = async () => {
    isClosing = true
    await Promise.race([pool.end(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }
  return { db: databaseOn(pool), pool, close }
}

function databaseOn(pool: pg.Pool): Db {
  return {
    kind: 'pool',
    query: (statement) => pool.query(statement),
    async transaction(work) {
      const client = await pool.connect()
      let isBroken = false
      try {
        return await bracketed(client, TRANSACTION, work)
      } catch (error) {
        isBroken = isTransientError(error)
        throw error
      } finally {
        client.release(isBroken)
      }
    },
  }
}

const TRANSACTION = { begin: 'begin', commit: 'commit', undo: 'rollback' }
/** Savepoints of one name stack: each word means the innermost. */
const SAVEPOINT = {
  begin: 'savepoint inner_one',
  commit: 'release savepoint inner_one',
  undo: 'rollback to savepoint inner_one; release savepoint inner_one',
}

/**
 * When even taking back fails, the connection broke, and that is the error to tell. On a frozen connection there is no
 * point in trying: it is closed, which undoes the transaction.
 */
async function bracketed<Result>(
  client: pg.PoolClient,
  words: typeof TRANSACTION,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await client.query(words.begin)
  try {
    const result = await work({
      kind: 'transaction',
      query: (statement) => client.query(statement),
      transaction: (inner) => bracketed(client, SAVEPOINT, inner),
    })
    await client.query(words.commit)
    return result
  } catch (error) {
    if (!isQueryTimeout(error)) await client.query(words.undo)
    throw error
  }
}

/** SQLSTATE of a failed query. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false
  return constraint === undefined || error.constraint === constraint
}
