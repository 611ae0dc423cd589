import { useSyncExternalStore } from 'react'

/** Whether the board's last request got a response. navigator.onLine alone may be wrong. */
let isReached = true
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

export function setConnected(reached: boolean): void {
  if (isReached === reached) return
  isReached = reached
  notify()
}

export const isConnected = (): boolean => isReached && navigator.onLine

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useConnected = (): boolean => useSyncExternalStore(subscribe, isConnected)
