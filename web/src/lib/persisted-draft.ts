import { useEffect, useRef } from 'react'

/**
 * What was typed into a form outlives a reload and a session that ran out, one per form and person. A parent's stays
 * on the device until it is sent or the parent signs out; a guest's, which the next person at a shared computer could
 * open, goes with its tab.
 */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

type Stored = { savedAt: number; values: unknown }

const PREFIX = 'aftercare.draft.'
const keyOf = (form: string, personId: string | null) => `${PREFIX}${form}.${personId ?? 'guest'}`

/** May throw: storage can be switched off. */
const storageOf = (personId: string | null) => (personId === null ? sessionStorage : localStorage)

/** By key: what is written once the screen shows it. A tap on a cheap phone should not wait for the storage. */
const waiting = new Map<string, { personId: string | null; stored: Stored }>()

function writeWaiting(): void {
  for (const [key, { personId, stored }] of waiting) {
    try {
      storageOf(personId).setItem(key, JSON.stringify(stored))
    } catch {
      // A form that cannot be kept still works.
    }
  }
  waiting.clear()
}

/** A page that goes, or is put aside and may never come back, writes at once. */
window.addEventListener('pagehide', writeWaiting)
document.addEventListener('visibilitychange', writeWaiting)

function keep(key: string, personId: string | null, values: unknown): void {
  waiting.set(key, { personId, stored: { savedAt: Date.now(), values } })
  if (document.visibilityState === 'hidden') writeWaiting()
  else if (waiting.size === 1) requestAnimationFrame(() => setTimeout(writeWaiting))
}

export function readDraft<T>(
  form: string,
  personId: string | null,
  read: (values: unknown) => T | null,
): T | null {
  const key = keyOf(form, personId)
  writeWaiting()
  try {
    const storage = storageOf(personId)
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as Stored | null
    if (!stored) return null
    if (Date.now() - stored.savedAt > KEPT_MS) {
      storage.removeItem(key)
      return null
    }
    return read(stored.values)
  } catch {
    // Storage can be switched off, full or written by an older version: the form then starts empty.
    return null
  }
}

export function clearDraft(form: string, personId: string | null) {
  const key = keyOf(form, personId)
  waiting.delete(key)
  try {
    storageOf(personId).removeItem(key)
  } catch {
    // Nothing was kept then.
  }
}

/** With signing out: nothing of a family is left for the next person at this browser. */
export function clearDraftsOf(personId: string) {
  writeWaiting()
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && key.endsWith(`.${personId}`)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept then.
  }
}

/** Keeps the values as they change, from the first change on; an empty form leaves nothing behind. */
export function usePersistedDraft(form: string, personId: string | null, values: unknown, isEmpty: boolean) {
  const text = JSON.stringify(values)
  const first = useRef(text)
  const hasChanged = useRef(false)
  useEffect(() => {
    // From then on also what the form began with is a change: it takes the place of what was kept meanwhile.
    hasChanged.current ||= text !== first.current
    if (!hasChanged.current) return
    if (isEmpty) return clearDraft(form, personId)
    keep(keyOf(form, personId), personId, JSON.parse(text))
  }, [form, personId, text, isEmpty])
}
