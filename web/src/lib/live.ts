import { LIVE_TOPICS, type LiveTopic } from '@aftercare/domain/live/live-topics'

/** A change as the server sends it: which row of the topic's table, and how. */
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
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
/** What is on the page may be as old as this. */
let disconnectedAt = 0
let isConnected = false

const connectionListeners = new Set<(isConnected: boolean) => void>()
const notifyConnection = (connected: boolean) => {
  for (const listener of connectionListeners) listener(connected)
}

/** Called when the stream opens, and at each failure until then. */
export function subscribeConnection(listener: (isConnected: boolean) => void): () => void {
  connectionListeners.add(listener)
  return () => connectionListeners.delete(listener)
}

function markDisconnected(): void {
  if (isConnected) disconnectedAt = performance.now()
  isConnected = false
}

function open(): void {
  const opened = new EventSource(`${URL}?unheard=${Math.round(performance.now() - disconnectedAt)}`)
  source = opened
  opened.addEventListener('open', () => {
    isConnected = true
    failures = 0
    notifyConnection(true)
  })
  opened.addEventListener('error', () => {
    markDisconnected()
    if (source === opened) notifyConnection(false)
    // The browser reconnects by itself unless the server refused.
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
  timer = setTimeout(open, wait)
}

function close(): void {
  clearTimeout(timer)
  markDisconnected()
  source?.close()
  source = undefined
  failures = 0
}

const HIDDEN_MS = 60_000
let hiding: ReturnType<typeof setTimeout> | undefined

/** A browser keeps only six connections to one server: tabs that nobody looks at give theirs up. */
function followVisibility(): void {
  clearTimeout(hiding)
  if (document.visibilityState === 'hidden') hiding = setTimeout(close, HIDDEN_MS)
  else if (!source) open()
}

/** After signing in or out: the stream must be the one of whoever is here now. */
export function restartLive(): void {
  if (!handlers) return
  close()
  open()
}

/** Opens the page's one event stream; returns how to close it. */
export function startLive(newHandlers: LiveHandlers): () => void {
  handlers = newHandlers
  document.addEventListener('visibilitychange', followVisibility)
  open()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    clearTimeout(hiding)
    close()
    handlers = undefined
  }
}
