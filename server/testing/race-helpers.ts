import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './test-app'

/** Another connection that holds what a test names until it is told to let go. */
export async function holdLock(app: TestApp, statement: string, values: unknown[]) {
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement, values)
  return {
    /** Nothing of what it wrote stays. */
    async letGo() {
      await holder.query('rollback')
      await holder.end()
    },
  }
}

/** Returns once so many connections of this database wait for a lock. */
export async function untilWaiting(app: TestApp, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await app.services.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length
  }
  await expect.poll(waiting).toBeGreaterThanOrEqual(count)
}

type Query = (this: pg.PoolClient, asked: unknown, ...rest: unknown[]) => unknown

/**
 * The same product without the locks that its statements ask for: what a race looks like where they are missing. For
 * controls, which show that a trial would find the race.
 */
export function disableLocks(app: TestApp): void {
  const stripped = new WeakSet<pg.PoolClient>()
  app.services.pool.on('acquire', (client) => {
    if (stripped.has(client)) return
    stripped.add(client)
    const query = client.query as Query
    client.query = ((asked: unknown, ...rest: unknown[]) =>
      query.call(client, withoutLocks(asked), ...rest)) as typeof client.query
  })
}

function withoutLocks(asked: unknown): unknown {
  if (typeof asked === 'string') return strip(asked)
  if (typeof asked !== 'object' || asked === null || !('text' in asked)) return asked
  return { ...asked, text: strip(String(asked.text)) }
}

const strip = (text: string) =>
  text.replace(/\bfor (no key )?(update|share)\b/g, '').replace(/\bpg_advisory_xact_lock\(/g, 'abs(')
