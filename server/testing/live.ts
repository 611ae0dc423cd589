import { randomUUID } from 'node:crypto'
import { execute, sql } from '../src/db/sql'
import type { TestApp, TestClient } from './test-app'

export type LiveEvent = { event: string; data: Record<string, unknown> }

/** Opens streams of live changes, from which a test reads the events one by one. */
export const listenerFor =
  (app: TestApp) =>
  /** By default without the events about the listener's own sign-in. */
  async (client: TestClient, sessions: 'with sessions' | 'without' = 'without') => {
    await untilBroadcast(app)
    const ended = new AbortController()
    const response = await client.raw('/api/live', { signal: ended.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const next = async (): Promise<LiveEvent | null> => {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const lines = text.slice(0, end).split('\n')
          text = text.slice(end + 2)
          const value = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length + 2)
          const event = value('event')
          if (event && (event !== 'sessions' || sessions === 'with sessions'))
            return { event, data: JSON.parse(value('data') ?? '{}') }
          continue
        }
        const chunk = await reader?.read()
        if (!chunk || chunk.done) return null
        text += chunk.value
      }
    }
    return { next, headers: response.headers, stop: () => reader?.cancel() }
  }

/** Waits until all changes so far are broadcast: a stream that opens now gets none of them. */
async function untilBroadcast(app: TestApp) {
  const id = randomUUID()
  const received = new Promise<void>((resolve) => {
    const unsubscribe = app.services.live.subscribe((message) => {
      if (typeof message === 'string' || message.id !== id) return
      unsubscribe()
      resolve()
    })
  })
  const marker = JSON.stringify({ table: 'sessions', type: 'UPDATE', id })
  await execute(app.services.db, sql`select pg_notify('changes', ${marker})`)
  await received
  await new Promise(setImmediate)
}

/** Ends the LISTEN connection, as a restart of the database does. */
export const breakListenConnection = ({ services }: TestApp) =>
  execute(
    services.db,
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aftercare-live' and datname = current_database()`,
  )
