import { useCallback, useSyncExternalStore } from 'react'
import { blockFullLoad } from '../router/full-load'
import { useAuth } from './auth-provider'
import { getAuthState } from './auth-store'

/** Unsaved input by form and user, outside the components, so that a late response still reaches it. */
const drafts = new Map<string, object>()
const listeners = new Map<string, Set<() => void>>()
const EMPTY = {}
let isRetained = false

blockFullLoad(() => drafts.size > 0)

function write(key: string, draft: object): void {
  if (Object.keys(draft).length === 0) drafts.delete(key)
  else drafts.set(key, draft)
  for (const listener of listeners.get(key) ?? []) listener()
}

function subscribe(key: string, listener: () => void): () => void {
  const all = listeners.get(key) ?? new Set()
  listeners.set(key, all.add(listener))
  return () => {
    all.delete(listener)
    const { sessionExpired } = getAuthState()
    // Deferred: React may unmount a component and mount it again.
    queueMicrotask(() => {
      if (all.size === 0 && !sessionExpired && !isRetained) drafts.delete(key)
    })
  }
}

/**
 * Until the returned function is called, forms that unmount keep their drafts: the server could not be reached to check
 * access to the page.
 */
export function retainDrafts(): () => void {
  isRetained = true
  return () => {
    isRetained = false
  }
}

function useDraftKeys() {
  const userId = useAuth().user?.id ?? 'guest'
  return useCallback((form: string) => `${form} ${userId}`, [userId])
}

/**
 * A draft that survives an expired session: it is restored when the same user signs in again in this page. Leaving the
 * form discards it.
 */
export function useSessionDraft<T extends object>(form: string) {
  const key = useDraftKeys()(form)
  const draft = useSyncExternalStore(
    useCallback((listener: () => void) => subscribe(key, listener), [key]),
    () => (drafts.get(key) ?? EMPTY) as Partial<T>,
    () => EMPTY as Partial<T>,
  )
  const setDraft = useCallback(
    (next: Partial<T> | ((now: Partial<T>) => Partial<T>)) =>
      write(key, typeof next === 'function' ? next((drafts.get(key) ?? EMPTY) as Partial<T>) : next),
    [key],
  )
  return [draft, setDraft] as const
}

/** Which of these forms have a draft. While this hook is mounted, leaving one of them does not discard it. */
export function useUnsavedForms(forms: readonly string[]): readonly string[] {
  const keyOf = useDraftKeys()
  const subscribeAll = useCallback(
    (listener: () => void) => {
      const unsubscribes = forms.map((form) => subscribe(keyOf(form), listener))
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    [forms, keyOf],
  )
  const unsaved = useSyncExternalStore(
    subscribeAll,
    () => forms.filter((form) => drafts.has(keyOf(form))).join('\n'),
    () => '',
  )
  return unsaved === '' ? [] : unsaved.split('\n')
}
