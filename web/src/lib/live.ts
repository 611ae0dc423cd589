import { LIVE_TOPICS, type LiveTopic } from '@aftercare/domain/live/live-topics'

/** A change as the server sends it: which row of the topic's table, and what happened to it. */
export type LiveChange = { type: 'INSERT' | 'UPDATE' | 'DELETE'; id?: string } & Record<string, unknown>

export type LiveHandlers = {
  onChange: (topic: LiveTopic, change: LiveChange) => void
  /** The server ended the session. */
  onSignedOut: () => void
  /** Changes may have been missed. */
  onResync: () => void
}

const URL = '/api/live'
const RECONNECT_MS = [1_000, 2_000, 5_000, 15_000]

let handlers: LiveHandlers | undefined
let source: EventSource | undefined
let reconnectTimer: ReturnType<typeof setTimeout> | undefined
let failures = 0
/** The page's data may be as old as this. */
let disconnectedAt = 0
let isConnected = false

const connectionListeners = new Set<(isConnected: boolean) => void>()
const notifyConnection = (connected: boolean) => {
  for (const listener of connectionListeners) listener(connected)
}

/** Called when the stream opens, and on each failure until then. */
export function subscribeConnection(listener: (isConnected: boolean) => void): () => void {
  connectionListeners.add(listener)
  return () => connectionListeners.delete(listener)
}

function markDisconnected(): void {
  if (isConnected) disconnectedAt = performance.now()
  isConnected = false
}

function open(): void {
  const opened = new EventSource(`${URL}?stale_ms=${Math.round(performance.now() - disconnectedAt)}`)
  source = opened
  opened.addEventListener('open', () => {
    isConnected = true
    failures = 0
    notifyConnection(true)
  })
  opened.addEventListener('error', () => {
    markDisconnected()
    if (source === opened) notifyConnection(false)
    // The browser reconnects by itself unless the server returned an error.
    if (opened.readyState === EventSource.CLOSED && source === opened) reopenLater()
  })
  opened.addEventListener('resync', () => handlers?.onResync())
  opened.addEventListener('signed-out', () => handlers?.onSignedOut())
  for (const topic of LIVE_TOPICS) {
    opened.addEventListener(topic, ({ data }) => handlers?.onChange(topic, JSON.parse(data) as LiveChange))
  }
}

function reopenLater(): void {
  const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]
  failures += 1
  reconnectTimer = setTimeout(open, wait)
}

function close(): void {
  clearTimeout(reconnectTimer)
  markDisconnected()
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
  else if (!source) open()
}

/** After signing in or out: the stream belongs to one session. */
export function restartLive(): void {
  if (!handlers) return
  close()
  open()
}

/** Opens the page's one event stream; returns a function that closes it. */
export function startLive(newHandlers: LiveHandlers): () => void {
  handlers = newHandlers
  document.addEventListener('visibilitychange', onVisibilityChange)
  open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    clearTimeout(hiddenTimer)
    close()
    handlers = undefined
  }
}
