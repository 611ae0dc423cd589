import pg from 'pg'
import type { Logger } from 'pino'

/** One committed change, as its trigger tells it: ids only, never contents. */
export type Change = {
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  id?: string
  parent_id?: string
  account_id?: string
  month_id?: string
  section_name?: string
  /** Of a month: it is or was published, so anybody may know. */
  is_public?: boolean
  /** Of a mail in the outbox. */
  state?: string
  /** Of a mark on the attendance board, whose id is its submission's. */
  day?: string
  /** Of a month's seats: the children per day number. */
  taken_seats?: Record<string, number>
}

/** `resync` says that changes may have been missed: read again what is on the screen. */
export type LiveMessage = Change | 'resync' | 'closing'

export type LiveHub = {
  subscribe(listener: (message: LiveMessage) => void): () => void
  /** Settles when changes are heard for the first time, or could not be. */
  ready: Promise<void>
  stop(): Promise<void>
}

const RECONNECT_MS = [200, 500, 1000, 2000, 5000]

/** One listening connection for all event streams; when it breaks it is made anew and everybody reads again. */
export function createLiveHub(url: string, log: Logger): LiveHub {
  const listeners = new Set<(message: LiveMessage) => void>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isStopped = false

  const tell = (message: LiveMessage) => {
    for (const listener of listeners) listener(message)
  }

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      application_name: 'aftercare-live',
    })
    next.on('notification', ({ payload }) => payload && tell(JSON.parse(payload) as Change))
    next.on('error', (error) => {
      log.warn({ err: error }, 'the live connection broke')
      reconnect(next)
    })
    next.on('end', () => reconnect(next))
    client = next
    try {
      await next.connect()
      await next.query('listen changes')
      // Whoever subscribed before may have missed something.
      tell('resync')
      failures = 0
    } catch (error) {
      log.warn({ err: error }, 'the live connection could not be made')
      reconnect(next)
    }
  }

  const reconnect = (broken: pg.Client) => {
    if (isStopped || client !== broken) return
    client = undefined
    broken.end().catch(() => undefined)
    const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]
    failures += 1
    timer = setTimeout(connect, wait)
  }

  const firstConnection = connect()

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ready: firstConnection,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      tell('closing')
      await firstConnection
      await client?.end().catch(() => undefined)
    },
  }
}
