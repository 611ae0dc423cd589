import { blockFullLoad } from '../router/full-load'

/**
 * The place of a form's draft; `personId` is null for a guest. Unless it is stored, it lives until its form is left.
 * Stored, it lives for thirty days, until it is sent or the person signs out; a guest's as long as its tab, because
 * somebody else may use the computer next.
 */
export type DraftSlot = { form: string; personId: string | null; isStored?: boolean }

/** Null if an older version stored the values. */
export type ParseDraft = (values: unknown) => object | null

type Entry = DraftSlot & { values: object; isEmpty: boolean }

type Stored = { savedAt: number; values: unknown }

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

export const DRAFT_PREFIX = 'aftercare.draft.'

const keyOf = ({ form, personId }: DraftSlot) => `${DRAFT_PREFIX}${form}.${personId ?? 'guest'}`

/** What the open forms hold, outside the components, so that a late response still reaches it. */
const drafts = new Map<string, Entry>()
const listeners = new Map<string, Set<() => void>>()

const isOpen = (key: string) => (listeners.get(key)?.size ?? 0) > 0

function notify(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener()
}

blockFullLoad(() => [...drafts.values()].some(({ isStored, isEmpty }) => !isStored && !isEmpty))

/** Null where storage is disabled or full, or an older version wrote the value: forms work without it. */
function tryStorage<Result>(access: () => Result): Result | null {
  try {
    return access()
  } catch {
    return null
  }
}

const storageOf = ({ personId }: DraftSlot) => (personId === null ? sessionStorage : localStorage)

/** By key. Written after the next paint, so that a tap on a slow phone does not wait for the storage. */
const pendingWrites = new Map<string, Entry>()

function store(key: string, entry: Entry): void {
  const stored: Stored = { savedAt: Date.now(), values: entry.values }
  storageOf(entry).setItem(key, JSON.stringify(stored))
}

function flush(): void {
  for (const [key, entry] of pendingWrites) tryStorage(() => store(key, entry))
  pendingWrites.clear()
}

/** A page that is closed or hidden, and may never come back, writes at once. */
globalThis.window?.addEventListener('pagehide', flush)
globalThis.document?.addEventListener('visibilitychange', flush)

function scheduleWrite(key: string, entry: Entry): void {
  pendingWrites.set(key, entry)
  if (document.visibilityState === 'hidden') flush()
  else if (pendingWrites.size === 1) requestAnimationFrame(() => setTimeout(flush))
}

function removeStored(slot: DraftSlot): void {
  if (!slot.isStored) return
  const key = keyOf(slot)
  pendingWrites.delete(key)
  tryStorage(() => storageOf(slot).removeItem(key))
}

function readStored(slot: DraftSlot, parse: ParseDraft): object | null {
  if (!slot.isStored) return null
  flush()
  return tryStorage(() => {
    const stored = JSON.parse(storageOf(slot).getItem(keyOf(slot)) ?? 'null') as Stored | null
    if (!stored) return null
    if (Date.now() - stored.savedAt <= MAX_AGE_MS) return parse(stored.values)
    removeStored(slot)
    return null
  })
}

/** Before its form is rendered: what is stored may be newer than what this tab showed before. */
export function openDraft(slot: DraftSlot, parse: ParseDraft): object | undefined {
  const key = keyOf(slot)
  const stored = isOpen(key) ? null : readStored(slot, parse)
  if (stored) drafts.set(key, { ...slot, values: stored, isEmpty: false })
  return readDraft(slot)
}

/** The same object until the draft changes. */
export const readDraft = (slot: DraftSlot): object | undefined => drafts.get(keyOf(slot))?.values

export const hasDraft = (slot: DraftSlot): boolean => drafts.get(keyOf(slot))?.isEmpty === false

export function writeDraft(slot: DraftSlot, values: object, isEmpty: boolean): void {
  const key = keyOf(slot)
  const entry = { ...slot, values, isEmpty }
  if (isEmpty && !isOpen(key)) drafts.delete(key)
  else drafts.set(key, entry)
  if (isEmpty) removeStored(slot)
  else if (slot.isStored) scheduleWrite(key, entry)
  notify(key)
}

export function clearDraft(slot: DraftSlot): void {
  drafts.delete(keyOf(slot))
  removeStored(slot)
  notify(keyOf(slot))
}

/**
 * After a form was sent, maybe by a tab that has left it: false if something else was typed since, here or in another
 * tab. A form that is still open keeps showing what was sent.
 */
export function clearSentDraft(
  slot: DraftSlot,
  parse: ParseDraft,
  isSent: (values: object) => boolean,
): boolean {
  const entry = drafts.get(keyOf(slot))
  const stored = readStored(slot, parse)
  if (entry && !entry.isEmpty && !isSent(entry.values)) return false
  if (stored && !isSent(stored)) return false
  if (entry) entry.isEmpty = true
  removeStored(slot)
  return true
}

/** Whose session ended elsewhere, until somebody signs in. */
let ended: { personId: string; familyId: string | undefined } | null = null
let isUnreachable = false

export function subscribeDraft(slot: DraftSlot, listener: () => void): () => void {
  const key = keyOf(slot)
  const all = listeners.get(key) ?? new Set()
  listeners.set(key, all.add(listener))
  return () => {
    all.delete(listener)
    const hasEnded = ended !== null && ended.personId === slot.personId
    // Deferred: React may unmount a component and mount it again.
    queueMicrotask(() => {
      if (!isOpen(key) && !hasEnded && !isUnreachable) drafts.delete(key)
    })
  }
}

/**
 * Until the returned function is called, forms that unmount keep their drafts: the server could not be reached to check
 * access to the page.
 */
export function retainWhileUnreachable(): () => void {
  isUnreachable = true
  return () => {
    isUnreachable = false
  }
}

/**
 * The session ended elsewhere: what is open stays in memory. If it ended by a sign-out in another tab, that deletes what
 * is stored.
 */
export function retainDrafts(personId: string, familyId: string | undefined): void {
  ended = { personId, familyId }
}

/**
 * Somebody signed in: only the same person, in the same family, gets back what may have been deleted from this browser.
 * Other drafts wait for their person until the page is loaded anew.
 */
export function releaseDrafts(personId: string, familyId: string | undefined): void {
  if (!ended) return
  const former = ended
  ended = null
  const isSame = former.personId === personId && former.familyId === familyId
  for (const [key, entry] of drafts) {
    if (!entry.isStored || entry.personId !== former.personId) continue
    if (isSame && !entry.isEmpty) giveBack(key, entry)
    else drafts.delete(key)
  }
}

/** Another tab may have stored a newer one. */
function giveBack(key: string, entry: Entry): void {
  const isStored = tryStorage(() => {
    if (localStorage.getItem(key) === null) store(key, entry)
    return true
  })
  if (isStored && !isOpen(key)) drafts.delete(key)
}

/** On sign-out: nothing of a family is left for the next person at this browser. */
export function clearDraftsOf(personId: string): void {
  flush()
  for (const [key, entry] of drafts) {
    if (entry.personId !== personId) continue
    drafts.delete(key)
    notify(key)
  }
  tryStorage(() => {
    localStorage.removeItem(familyKeyOf(personId))
    for (const key of Object.keys(localStorage))
      if (key.startsWith(DRAFT_PREFIX) && key.endsWith(`.${personId}`)) localStorage.removeItem(key)
  })
}

/** For tests, which share one page: as when it is loaded anew. */
export function resetDrafts(): void {
  flush()
  drafts.clear()
  ended = null
  isUnreachable = false
}

/** The family that a person's drafts are about, also while nobody is signed in. */
const familyKeyOf = (personId: string) => `aftercare.family.${personId}`

/** A parent who was removed from a family while this browser was offline has drafts here that name its children. */
export function clearDraftsOfFormerFamily(personId: string, familyId: string): void {
  if (!globalThis.window) return
  tryStorage(() => {
    const former = localStorage.getItem(familyKeyOf(personId))
    if (former === familyId) return
    if (former !== null) clearDraftsOf(personId)
    localStorage.setItem(familyKeyOf(personId), familyId)
  })
}
