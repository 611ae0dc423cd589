import { useEffect, useRef } from 'react'

/**
 * A draft survives a reload and an expired session, one per form and person. A parent's stays on the device until it is
 * sent or the parent signs out; a guest's, which the next person at a shared computer could open, is deleted with its
 * tab.
 */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

type Stored = { savedAt: number; values: unknown }

export const DRAFT_PREFIX = 'aftercare.draft.'
const keyOf = (form: string, personId: string | null) => `${DRAFT_PREFIX}${form}.${personId ?? 'guest'}`

/** May throw: storage can be disabled. */
const storageOf = (personId: string | null) => (personId === null ? sessionStorage : localStorage)

/** By key. Written after the next paint, so that a tap on a slow phone does not wait for the storage. */
const pendingWrites = new Map<string, { personId: string | null; stored: Stored }>()

function flush(): void {
  for (const [key, { personId, stored }] of pendingWrites) {
    try {
      storageOf(personId).setItem(key, JSON.stringify(stored))
    } catch {
      // The form works without a stored draft.
    }
  }
  pendingWrites.clear()
}

/** A page that is closed or hidden, and may never come back, writes at once. */
globalThis.window?.addEventListener('pagehide', flush)
globalThis.document?.addEventListener('visibilitychange', flush)

/** By key: what the forms that are open in this tab show. */
const openDrafts = new Map<string, Stored>()

/** What they showed when the session ended. In memory alone, until somebody signs in. */
let retained: { familyId: string | undefined; drafts: ReadonlyMap<string, Stored> } | null = null

/** The session ended elsewhere. If by a sign-out in another tab, that deletes the stored drafts, also of this tab. */
export function retainOpenDrafts(familyId: string | undefined): void {
  retained = { familyId, drafts: new Map(openDrafts) }
}

/** Somebody signed in: only the same person, in the same family, gets the retained drafts back. */
export function restoreDrafts(personId: string, familyId: string | undefined): void {
  const drafts = retained?.familyId === familyId ? [...(retained?.drafts ?? [])] : []
  retained = null
  for (const [key, stored] of drafts) {
    if (!key.endsWith(`.${personId}`)) continue
    try {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(stored))
    } catch {
      // The form works without a stored draft.
    }
  }
}

function save(key: string, personId: string | null, values: unknown): void {
  pendingWrites.set(key, { personId, stored: { savedAt: Date.now(), values } })
  if (document.visibilityState === 'hidden') flush()
  else if (pendingWrites.size === 1) requestAnimationFrame(() => setTimeout(flush))
}

export function readDraft<T>(
  form: string,
  personId: string | null,
  read: (values: unknown) => T | null,
): T | null {
  const key = keyOf(form, personId)
  flush()
  try {
    const storage = storageOf(personId)
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as Stored | null
    if (!stored) return null
    if (Date.now() - stored.savedAt > MAX_AGE_MS) {
      storage.removeItem(key)
      return null
    }
    return read(stored.values)
  } catch {
    // Storage is disabled, or an older version wrote the draft: the form starts empty.
    return null
  }
}

export function clearDraft(form: string, personId: string | null) {
  const key = keyOf(form, personId)
  pendingWrites.delete(key)
  openDrafts.delete(key)
  try {
    storageOf(personId).removeItem(key)
  } catch {
    // Nothing was stored then.
  }
}

/** The family that a person's drafts are about, also while nobody is signed in. */
const familyKeyOf = (personId: string) => `aftercare.family.${personId}`

/** Whoever was removed from a family while this browser was offline has drafts here that name its children. */
export function clearDraftsOfFormerFamily(personId: string, familyId: string) {
  if (!globalThis.window) return
  try {
    const former = localStorage.getItem(familyKeyOf(personId))
    if (former === familyId) return
    if (former !== null) clearDraftsOf(personId)
    localStorage.setItem(familyKeyOf(personId), familyId)
  } catch {
    // Nothing was stored then.
  }
}

/** On sign-out: nothing of a family is left for the next person at this browser. */
export function clearDraftsOf(personId: string) {
  flush()
  try {
    localStorage.removeItem(familyKeyOf(personId))
    for (const key of Object.keys(localStorage))
      if (key.startsWith(DRAFT_PREFIX) && key.endsWith(`.${personId}`)) localStorage.removeItem(key)
  } catch {
    // Nothing was stored then.
  }
}

/** Stores the values from the first change on; an empty form clears the draft. */
export function usePersistedDraft(form: string, personId: string | null, values: unknown, isEmpty: boolean) {
  const text = JSON.stringify(values)
  const first = useRef(text)
  const hasChanged = useRef(false)
  useEffect(() => {
    if (isEmpty) return
    const key = keyOf(form, personId)
    openDrafts.set(key, { savedAt: Date.now(), values: JSON.parse(text) })
    return () => void openDrafts.delete(key)
  }, [form, personId, text, isEmpty])
  useEffect(() => {
    // After a change, the initial values count as one too: they replace the stored draft.
    hasChanged.current ||= text !== first.current
    if (!hasChanged.current) return
    if (isEmpty) return clearDraft(form, personId)
    save(keyOf(form, personId), personId, JSON.parse(text))
  }, [form, personId, text, isEmpty])
}
