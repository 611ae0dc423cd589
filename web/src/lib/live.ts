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
  /** Changes were missed, or may have been. */
  onResync: () => void
}

const URL = '/api/live'
const RECONNECT_MS = [1_000, 2_000, 5_000, 15_000]
/** After a deployment a hundred pages reconnect and refetch per second. */
const SPREAD_MS_PER_PAGE = 10
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
/** As many as the server has open. */
let openPages = 1

type Moment = { monotonicMs: number; wallMs: number }
const currentMoment = (): Moment => ({ monotonicMs: performance.now(), wallMs: Date.now() })

/** By both clocks: some browsers stop the monotonic one while the device sleeps, and the other can be set back. */
const elapsedMs = ({ monotonicMs, wallMs }: Moment): number =>
  Math.max(performance.now() - monotonicMs, Date.now() - wallMs)

/** All data of the page is newer. */
const LOADED_AT: Moment = { monotonicMs: 0, wallMs: performance.timeOrigin }
/** The last sign of life of this connection, or its start. */
let aliveAt = LOADED_AT

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
  close()
  const opened = new EventSource(URL)
  source = opened
  aliveAt = currentMoment()
  heartbeatTimer = setInterval(() => {
    if (isOverdue(HEARTBEAT_TIMEOUT_MS)) disconnect()
  }, CHECK_INTERVAL_MS)
  const on = <Data>(type: string, handle: (data: Data) => void) =>
    opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
      aliveAt = currentMoment()
      handle(JSON.parse(data) as Data)
    })
  opened.addEventListener('open', () => {
    failures = 0
    notifyConnection(true)
  })
  opened.addEventListener('error', () => {
    if (source === opened) disconnect()
  })
  on('hello', onHello)
  on('heartbeat', ({ pages }: { pages: number }) => {
    openPages = pages
  })
  on('resync', () => setTimeout(() => handlers?.onResync(), spreadMs()))
  on('signed-out', () => handlers?.onSignedOut())
  for (const topic of LIVE_TOPICS) on(topic, (change: LiveChange) => handlers?.onChange(topic, change))
}

/** The first event of a connection, which may be to a newer server. */
type Hello = {
  build: unknown
  user_id: string | null
  pages: number
  /** How long ago the newest change was, other than of seats; null if there was none. */
  changed_ms: number | null
  seats: (LiveChange & { changed_ms: number })[]
}

/** Without a log on the server: a page refetches if anything has changed since it loaded. */
function onHello({ build, user_id, pages, changed_ms, seats }: Hello): void {
  const isNewer = (ms: number | null) => ms !== null && ms <= elapsedMs(LOADED_AT)
  setServerBuild(build)
  openPages = pages
  handlers?.onConnected(user_id)
  if (isNewer(changed_ms)) handlers?.onResync()
  for (const change of seats) if (isNewer(change.changed_ms)) handlers?.onChange('month_seats', change)
}

const spreadMs = () => Math.random() * openPages * SPREAD_MS_PER_PAGE

/** The browser's own reconnect would be at the same moment in all pages. */
function disconnect(): void {
  close()
  notifyConnection(false)
  const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)] ?? 0
  failures += 1
  reconnectTimer = setTimeout(open, wait + spreadMs())
}

/** A frozen connection reports no error. */
const isOverdue = (ms: number) => elapsedMs(aliveAt) >= ms

function close(): void {
  clearTimeout(reconnectTimer)
  clearInterval(heartbeatTimer)
  source?.close()
  source = undefined
}

const CLOSE_WHEN_HIDDEN_MS = 60_000
let hiddenTimer: ReturnType<typeof setTimeout> | undefined

/** A browser opens only six HTTP/1.1 connections to one server: hidden tabs close theirs. */
function onVisibilityChange(): void {
  clearTimeout(hiddenTimer)
  if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(close, CLOSE_WHEN_HIDDEN_MS)
  else if (!source || isOverdue(OVERDUE_MS)) open()
}

/** Restored from the back/forward cache, where connections do not survive. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) open()
}

function onOnline(): void {
  if (document.visibilityState !== 'hidden') open()
}

/** Opens the page's one event stream; returns a function that closes it. */
export function startLive(newHandlers: LiveHandlers): () => void {
  handlers = newHandlers
  document.addEventListener('visibilitychange', onVisibilityChange)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('online', onOnline)
  open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    window.removeEventListener('pageshow', onPageShow)
    window.removeEventListener('online', onOnline)
    clearTimeout(hiddenTimer)
    close()
    failures = 0
    handlers = undefined
  }
}
