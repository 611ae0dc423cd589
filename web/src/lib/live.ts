import { LIVE_TOPICS, type LiveTopic } from '@aftercare/domain/live/live-topics'
import { setServerBuild } from '../router/full-load'

/** A change as the server sends it: which row of the topic's table, and what happened to it. */
export type LiveChange = { type: 'INSERT' | 'UPDATE' | 'DELETE'; id?: string } & Record<string, unknown>

export type LiveHandlers = {
  /** As whom the server knows this page, null for a visitor: the session may have changed since the page loaded. */
  onConnected: (userId: string | null) => void
  onChange: (topic: LiveTopic, change: LiveChange) => void
  /** The server ended the session. */
  onSignedOut: () => void
  /** Changes may have been missed. */
  onResync: () => void
}

const URL = '/api/live'
const RECONNECT_MS = [1_000, 2_000, 5_000, 15_000]
/** The server sends a heartbeat every 20 s. */
const HEARTBEAT_TIMEOUT_MS = 45_000
/** On waking up, one missing heartbeat is reason enough. */
const OVERDUE_MS = 25_000
const CHECK_INTERVAL_MS = 5_000

let handlers: LiveHandlers | undefined
let source: EventSource | undefined
let reconnectTimer: ReturnType<typeof setTimeout> | undefined
let heartbeatTimer: ReturnType<typeof setInterval> | undefined
let failures = 0

type Moment = { monotonicMs: number; wallMs: number }
const currentMoment = (): Moment => ({ monotonicMs: performance.now(), wallMs: Date.now() })

/** By both clocks: some browsers stop the monotonic one while the device sleeps, and the other can be set back. */
const elapsedMs = ({ monotonicMs, wallMs }: Moment): number =>
  Math.max(performance.now() - monotonicMs, Date.now() - wallMs)

/** The page's data may be as old as this. */
let lastEventAt: Moment = { monotonicMs: 0, wallMs: performance.timeOrigin }
/** The last sign of life of this connection, or its start. */
let aliveAt = lastEventAt

/** Of the newest event that the page's data includes, if it came with the page. Until the first event. */
let position = () => document.querySelector<HTMLMetaElement>('meta[name="live-position"]')?.content

const connectionListeners = new Set<(isConnected: boolean) => void>()
const notifyConnection = (connected: boolean) => {
  for (const listener of connectionListeners) listener(connected)
}

/** Called when the stream opens, and on each failure until then. */
export function subscribeConnection(listener: (isConnected: boolean) => void): () => void {
  connectionListeners.add(listener)
  return () => connectionListeners.delete(listener)
}

function open(): void {
  clearTimeout(reconnectTimer)
  const gap = new URLSearchParams({ stale_ms: String(Math.round(elapsedMs(lastEventAt))) })
  const after = position()
  if (after) gap.set('after', after)
  const opened = new EventSource(`${URL}?${gap}`)
  source = opened
  aliveAt = currentMoment()
  heartbeatTimer ??= setInterval(() => reconnectAfter(HEARTBEAT_TIMEOUT_MS), CHECK_INTERVAL_MS)
  const on = (type: string, handle: (data: string) => void) =>
    opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
      lastEventAt = aliveAt = currentMoment()
      position = () => undefined
      handle(data)
    })
  opened.addEventListener('open', () => {
    failures = 0
    notifyConnection(true)
  })
  opened.addEventListener('error', () => {
    if (source !== opened) return
    notifyConnection(false)
    // The browser reconnects by itself unless the server returned an error.
    if (opened.readyState === EventSource.CLOSED) reopenLater()
  })
  on('hello', readHello)
  on('heartbeat', () => undefined)
  on('resync', (data) => {
    readHello(data)
    handlers?.onResync()
  })
  on('signed-out', () => handlers?.onSignedOut())
  for (const topic of LIVE_TOPICS)
    on(topic, (data) => handlers?.onChange(topic, JSON.parse(data) as LiveChange))
}

/** The first event of a connection, which may be to a newer server. */
function readHello(data: string): void {
  const { build, user_id } = JSON.parse(data) as { build?: unknown; user_id?: string | null }
  if (build !== undefined) setServerBuild(build)
  if (user_id !== undefined) handlers?.onConnected(user_id)
}

function reopenLater(): void {
  const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]
  failures += 1
  reconnectTimer = setTimeout(open, wait)
}

/** Without a sign of life for this long: a frozen connection reports no error. */
function reconnectAfter(ms: number): void {
  if (!source || elapsedMs(aliveAt) < ms) return
  notifyConnection(false)
  reconnect()
}

function reconnect(): void {
  if (!source) return
  source.close()
  open()
}

function close(): void {
  clearTimeout(reconnectTimer)
  clearInterval(heartbeatTimer)
  heartbeatTimer = undefined
  source?.close()
  source = undefined
  failures = 0
}

const CLOSE_WHEN_HIDDEN_MS = 60_000
let hiddenTimer: ReturnType<typeof setTimeout> | undefined

/** A browser opens only six HTTP/1.1 connections to one server: hidden tabs close theirs. */
function onVisibilityChange(): void {
  clearTimeout(hiddenTimer)
  if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(close, CLOSE_WHEN_HIDDEN_MS)
  else if (source) reconnectAfter(OVERDUE_MS)
  else open()
}

/** Restored from the back/forward cache, where connections do not survive. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) reconnect()
}

/** Opens the page's one event stream; returns a function that closes it. */
export function startLive(newHandlers: LiveHandlers): () => void {
  handlers = newHandlers
  document.addEventListener('visibilitychange', onVisibilityChange)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('online', reconnect)
  open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    window.removeEventListener('pageshow', onPageShow)
    window.removeEventListener('online', reconnect)
    clearTimeout(hiddenTimer)
    close()
    handlers = undefined
  }
}
