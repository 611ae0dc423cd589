import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { KEEP_ALIVE } from '../db/connection'
import { type Change, parseChange } from './change'

/** `resync`: changes may have been missed, so clients must refetch. */
export type LiveMessage = Change | 'resync' | 'closing'

export type LiveHub = {
  subscribe(listener: (message: LiveMessage) => void): () => void
  /** Settles once the first connection attempt has succeeded or failed. */
  ready: Promise<void>
  stop(): Promise<void>
}

export type LiveHubOptions = {
  /** How often the connection is probed: a frozen one looks like an idle one. */
  heartbeatMs?: number
  /** For connecting and for each query. */
  timeoutMs?: number
}

const RECONNECT_DELAYS_MS = [200, 500, 1000, 2000, 5000]

/** The wait before the next attempt. */
export const reconnectDelayMs = (failures: number): number =>
  RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length) - 1] ?? 0

/** One LISTEN connection for all event streams; if it breaks, it is reopened and all clients resync. */
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

  const publish = (message: LiveMessage) => {
    for (const listener of listeners) listener(message)
  }

  /** Anybody connected to the database can notify: an invalid payload must not end the process. */
  const onNotification = ({ payload = '' }: pg.Notification) => {
    const change = parseChange(payload)
    if (change) return publish(change)
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
      log.warn({ err: error }, 'the live connection failed')
      reconnect(next)
    })
    next.on('end', () => reconnect(next))
    client = next
    try {
      await next.connect()
      await next.query('listen changes')
      // Earlier subscribers may have missed changes.
      publish('resync')
      failures = 0
      scheduleHeartbeat(next)
    } catch (error) {
      log.warn({ err: error }, 'the live connection could not be opened')
      reconnect(next)
    }
  }

  const scheduleHeartbeat = (listening: pg.Client) => {
    if (isStopped || client !== listening) return
    timer = setTimeout(() => {
      listening.query('select 1').then(
        () => scheduleHeartbeat(listening),
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
    failures += 1
    timer = setTimeout(connect, reconnectDelayMs(failures))
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
      publish('closing')
      await firstConnection
      // Closing a frozen connection would never finish.
      await Promise.race([client?.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })])
    },
  }
}
