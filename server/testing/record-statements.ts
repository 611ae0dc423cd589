import type { PoolClient } from 'pg'
import { CLAIM_EVENTS } from './mails'
import type { TestApp } from './test-app'

/** Records every statement that the app sends to the database, until stopped; without those of `composeDueEvents`. */
export function recordStatements({ services: { pool } }: TestApp) {
  const recorded: string[] = []
  const original = new Map<PoolClient, PoolClient['query']>()
  const onAcquire = (client: PoolClient) => {
    if (original.has(client)) return
    const query = client.query as (...args: unknown[]) => unknown
    original.set(client, client.query)
    client.query = ((statement: string | { text: string }, ...rest: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text
      if (!text.includes(CLAIM_EVENTS)) recorded.push(text)
      return query.call(client, statement, ...rest)
    }) as typeof client.query
  }
  pool.on('acquire', onAcquire)
  return {
    stop() {
      pool.off('acquire', onAcquire)
      for (const [client, query] of original) client.query = query
      return recorded
    },
  }
}
