import { useSyncExternalStore } from 'react'

/** Whether the server answered the board last. A browser that calls itself online may still reach nobody. */
let isReached = true
const watchers = new Set<() => void>()

const tell = () => {
  for (const watcher of watchers) watcher()
}

export function setConnected(reached: boolean): void {
  if (isReached === reached) return
  isReached = reached
  tell()
}

const isConnected = (): boolean => isReached && navigator.onLine

function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('online', watcher)
  window.addEventListener('offline', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('online', watcher)
    window.removeEventListener('offline', watcher)
  }
}

export const useConnected = (): boolean => useSyncExternalStore(watchConnection, isConnected)
