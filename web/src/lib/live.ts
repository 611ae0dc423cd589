import { useEffect, useEffectEvent } from 'react'
import { queryClient } from './query-client'

/** A change as the server tells it: which row of the topic's table, and how. */
export type LiveChange = { type: 'INSERT' | 'UPDATE' | 'DELETE'; id?: string } & Record<string, unknown>

type Handler = (change: LiveChange) => void

const path = '/api/live'
const waits = [1_000, 2_000, 5_000, 15_000]

const handlers = new Map<string, Set<Handler>>()
let source: EventSource | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
/** Since when nothing could be heard; what is on the page may be as old. */
let quietSince = 0
let isHearing = false

const streamWatchers = new Set<(isHeard: boolean) => void>()
const tellWatchers = (isHeard: boolean) => {
  for (const watcher of streamWatchers) watcher(isHeard)
}

/** Told when the stream stands, and at each failure of it until then. */
export function watchStream(watcher: (isHeard: boolean) => void): () => void {
  streamWatchers.add(watcher)
  return () => streamWatchers.delete(watcher)
}

function fallQuiet(): void {
  if (isHearing) quietSince = performance.now()
  isHearing = false
}

function hear(topic: string, event: MessageEvent<string>): void {
  const change = JSON.parse(event.data) as LiveChange
  for (const handler of handlers.get(topic) ?? []) handler(change)
}

function listenFor(topic: string): void {
  source?.addEventListener(topic, (event) => hear(topic, event))
}

/** Changes may have been missed: everything on the screen is read again. */
function resync(): void {
  void queryClient.invalidateQueries()
}

function open(): void {
  const opened = new EventSource(`${path}?unheard=${Math.round(performance.now() - quietSince)}`)
  source = opened
  opened.addEventListener('open', () => {
    isHearing = true
    failures = 0
    tellWatchers(true)
  })
  opened.addEventListener('resync', resync)
  opened.addEventListener('error', () => {
    fallQuiet()
    if (source === opened) tellWatchers(false)
    // The browser reconnects by itself unless the server refused.
    if (opened.readyState === EventSource.CLOSED && source === opened) reopenLater()
  })
  for (const topic of handlers.keys()) listenFor(topic)
}

function reopenLater(): void {
  const wait = waits[Math.min(failures, waits.length - 1)]
  failures += 1
  timer = setTimeout(open, wait)
}

function close(): void {
  clearTimeout(timer)
  fallQuiet()
  source?.close()
  source = undefined
  failures = 0
}

const hiddenMs = 60_000
let hiding: ReturnType<typeof setTimeout> | undefined

/** A browser keeps only six connections to one server: tabs that nobody looks at give theirs up. */
function followVisibility(): void {
  clearTimeout(hiding)
  if (document.visibilityState === 'hidden') {
    hiding = setTimeout(close, hiddenMs)
  } else if (!source && handlers.size > 0) {
    open()
  }
}
document.addEventListener('visibilitychange', followVisibility)

/** After signing in or out: the stream must speak for the person who is here now. */
export function restartLive(): void {
  if (handlers.size === 0) return
  close()
  open()
}

/** Calls back on every change of a table. All callers share one stream, open while anybody listens. */
export function subscribeLive(topic: string, handler: Handler): () => void {
  const known = handlers.get(topic)
  if (known) known.add(handler)
  else {
    handlers.set(topic, new Set([handler]))
    if (source) listenFor(topic)
  }
  if (!source) open()
  return () => {
    handlers.get(topic)?.delete(handler)
    if ([...handlers.values()].every((set) => set.size === 0)) {
      handlers.clear()
      close()
    }
  }
}

/** The same for a component. */
export function useLive(topic: string, handler: Handler): void {
  const onChange = useEffectEvent(handler)
  useEffect(() => subscribeLive(topic, (change) => onChange(change)), [topic])
}
