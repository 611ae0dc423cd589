import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './test-app'

/** Holds a lock on another connection until released. */
export async function holdLock(app: TestApp, statement: string, values: unknown[]) {
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement, values)
  const end = async (statement: 'rollback' | 'commit') => {
    await holder.query(statement)
    await holder.end()
  }
  /** `release` rolls back whatever it wrote. */
  return { release: () => end('rollback'), commit: () => end('commit') }
}

/** Resolves once at least `count` connections of this database wait for a lock. */
export async function untilWaiting(app: TestApp, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await app.services.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length
  }
  await expect.poll(waiting).toBeGreaterThanOrEqual(count)
}

type Query = (this: pg.PoolClient, statement: unknown, ...rest: unknown[]) => unknown

/**
 * Removes the locks from the app's statements. For control tests, which show that a race test would detect the race.
 */
export function disableLocks(app: TestApp): void {
  const stripped = new WeakSet<pg.PoolClient>()
  app.services.pool.on('acquire', (client) => {
    if (stripped.has(client)) return
    stripped.add(client)
    const query = client.query as Query
    client.query = ((statement: unknown, ...rest: unknown[]) =>
      query.call(client, withoutLocks(statement), ...rest)) as typeof client.query
  })
}

function withoutLocks(statement: unknown): unknown {
  if (typeof statement === 'string') return strip(statement)
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return statement
  return { ...statement, text: strip(String(statement.text)) }
}

const strip = (text: string) =>
  text
    .replace(/\bfor (no key )?(update|share)( of \w+)?( skip locked)?\b/g, '')
    .replace(/\bpg_advisory_xact_lock\(/g, 'abs(')
