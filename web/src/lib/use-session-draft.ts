import { useCallback, useSyncExternalStore } from 'react'
import { useAuth } from './auth-provider'
import { getAuthState } from './auth-store'

/** Typed but not saved, by form and person: outside the components, so that a late response still reaches it. */
const drafts = new Map<string, object>()
const watchers = new Map<string, Set<() => void>>()
const NONE = {}
let isHeld = false

function write(key: string, draft: object): void {
  if (Object.keys(draft).length === 0) drafts.delete(key)
  else drafts.set(key, draft)
  for (const watcher of watchers.get(key) ?? []) watcher()
}

function watch(key: string, watcher: () => void): () => void {
  const all = watchers.get(key) ?? new Set()
  watchers.set(key, all.add(watcher))
  return () => {
    all.delete(watcher)
    const { sessionExpired } = getAuthState()
    // Not at once: React may take a component off and put it back.
    queueMicrotask(() => {
      if (all.size === 0 && !sessionExpired && !isHeld) drafts.delete(key)
    })
  }
}

/**
 * Until what it returns is called, forms that leave the screen keep their drafts: the server could not be asked who may
 * see the page, which is none of the person's doing.
 */
export function retainDrafts(): () => void {
  isHeld = true
  return () => {
    isHeld = false
  }
}

function useDraftKeys() {
  const userId = useAuth().user?.id ?? 'guest'
  return useCallback((form: string) => `${form} ${userId}`, [userId])
}

/**
 * A draft that outlives a lost session: after signing in again it is back where it was, for the same person and as long
 * as this page is open. Leaving the form gives it up.
 */
export function useSessionDraft<T extends object>(form: string) {
  const key = useDraftKeys()(form)
  const draft = useSyncExternalStore(
    useCallback((watcher: () => void) => watch(key, watcher), [key]),
    () => (drafts.get(key) ?? NONE) as Partial<T>,
  )
  const setDraft = useCallback(
    (next: Partial<T> | ((now: Partial<T>) => Partial<T>)) =>
      write(key, typeof next === 'function' ? next((drafts.get(key) ?? NONE) as Partial<T>) : next),
    [key],
  )
  return [draft, setDraft] as const
}

/** Which of these forms hold a draft. As long as their page is there, leaving one of them does not give it up. */
export function useUnsavedForms(forms: readonly string[]): readonly string[] {
  const keyOf = useDraftKeys()
  const watchAll = useCallback(
    (watcher: () => void) => {
      const stops = forms.map((form) => watch(keyOf(form), watcher))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [forms, keyOf],
  )
  const unsaved = useSyncExternalStore(watchAll, () =>
    forms.filter((form) => drafts.has(keyOf(form))).join('\n'),
  )
  return unsaved === '' ? [] : unsaved.split('\n')
}
