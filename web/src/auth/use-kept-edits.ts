import { useCallback, useSyncExternalStore } from 'react'
import { useAuth } from './auth-provider'
import { getAuthState } from './auth-store'

/** Typed but not saved, by form and person: outside the components, so that a late outcome still reaches it. */
const kept = new Map<string, object>()
const watchers = new Map<string, Set<() => void>>()
const NONE = {}
let isHeld = false

function write(key: string, edits: object): void {
  if (Object.keys(edits).length === 0) kept.delete(key)
  else kept.set(key, edits)
  for (const watcher of watchers.get(key) ?? []) watcher()
}

function watch(key: string, watcher: () => void): () => void {
  const all = watchers.get(key) ?? new Set()
  watchers.set(key, all.add(watcher))
  return () => {
    all.delete(watcher)
    const { isLost } = getAuthState()
    // Not at once: React may take a component off and put it back.
    queueMicrotask(() => {
      if (all.size === 0 && !isLost && !isHeld) kept.delete(key)
    })
  }
}

/**
 * Until what it returns is called, forms that leave the screen keep their edits: the server could not be asked who may
 * see the page, which is none of the person's doing.
 */
export function holdEdits(): () => void {
  isHeld = true
  return () => {
    isHeld = false
  }
}

/**
 * Edits of a form that outlive a lost session: after signing in again they are back where they were, for the same
 * person and as long as this page is open. Leaving the form gives them up.
 */
export function useKeptEdits<T extends object>(form: string) {
  const key = `${form} ${useAuth().user?.id ?? 'guest'}`
  const edits = useSyncExternalStore(
    useCallback((watcher: () => void) => watch(key, watcher), [key]),
    () => (kept.get(key) ?? NONE) as Partial<T>,
  )
  const setEdits = useCallback(
    (next: Partial<T> | ((now: Partial<T>) => Partial<T>)) =>
      write(key, typeof next === 'function' ? next((kept.get(key) ?? NONE) as Partial<T>) : next),
    [key],
  )
  return [edits, setEdits] as const
}
