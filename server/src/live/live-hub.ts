import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { KEEP_ALIVE } from '../db/connection'
import { type Change, parseChange } from './change'

/** `resync` says that changes may have been missed: read again what is on the screen. */
export type LiveMessage = Change | 'resync' | 'closing'

export type LiveHub = {
  subscribe(listener: (message: LiveMessage) => void): () => void
  /** Settles when changes are heard for the first time, or could not be. */
  ready: Promise<void>
  stop(): Promise<void>
}

export type LiveHubOptions = {
  /** How often the connection is asked for a sign of life: a frozen one looks like one on which nothing happens. */
  heartbeatMs?: number
  /** How long it may take to connect, and to answer. */
  timeoutMs?: number
}

const RECONNECT_MS = [200, 500, 1000, 2000, 5000]

/** One listening connection for all event streams; when it breaks it is made anew and everybody reads again. */
export function createLiveHub(
  url: string,
  log: Logger,
  { heartbeatMs = 30_000, timeoutMs = 5_000 }: LiveHubOptions = {},
): LiveHub {
  const listeners = new Set<(message: LiveMessage) => void>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isStopped = false
  let hasWarned = false

  const tell = (message: LiveMessage) => {
    for (const listener of listeners) listener(message)
  }

  /** Anybody with a connection to the database can notify: what is not a change of ours must not end the process. */
  const onNotification = ({ payload = '' }: pg.Notification) => {
    const change = parseChange(payload)
    if (change) return tell(change)
    if (!hasWarned) log.warn('a notification that is not a change was ignored; further ones are not logged')
    hasWarned = true
  }

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      ...KEEP_ALIVE,
      application_name: 'aftercare-live',
    })
    next.on('notification', onNotification)
    next.on('error', (error) => {
      log.warn({ err: error }, 'the live connection was lost')
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
      beat(next)
    } catch (error) {
      log.warn({ err: error }, 'the live connection could not be opened')
      reconnect(next)
    }
  }

  const beat = (listening: pg.Client) => {
    if (isStopped || client !== listening) return
    timer = setTimeout(() => {
      listening.query('select 1').then(
        () => beat(listening),
        (error) => {
          if (client === listening) log.warn({ err: error }, 'the live connection is not responding')
          reconnect(listening)
        },
      )
    }, heartbeatMs)
  }

  const reconnect = (broken: pg.Client) => {
    if (isStopped || client !== broken) return
    client = undefined
    clearTimeout(timer)
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
      // A frozen connection never says goodbye.
      await Promise.race([client?.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })])
    },
  }
}
