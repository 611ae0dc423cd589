import { isolate } from '@aftercare/domain/lib/isolate'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../../lib/api-client'
import { getAuthState, subscribeAuth } from '../../../lib/auth-store'
import { randomKey } from '../../../lib/idempotency-key'
import { dismissToastsOf, scopedToast } from '../../../lib/scoped-toast'
import { warnBeforeUnload } from '../../../lib/use-before-unload'
import { applyServerMark } from '../board.api'
import { type StoredMark, sendMark, sendMarks } from '../board-requests'
import { isConnected, setConnected } from './board-connection'
import { storageOf } from './board-storage'
import { BOARD_PATH, subscribeOfflineBoards } from './offline-board'
import {
  failureOf,
  isDespiteAbsence,
  type MarkRequest,
  markedOffline,
  nextToSend,
  type PendingMark,
  pendingOf,
  rebased,
} from './pending-marks'

/**
 * The pending marks of one account. They are stored in the browser before they are sent and removed when the server has
 * responded, so neither a reload nor a lost response loses one; each has an idempotency key, so none is stored twice.
 * Marks that the browser cannot store are sent from memory; `isPersisted` is then false. Outside the components, so that
 * marks are sent from any page.
 */
type Outbox = { accountId: string | null; marks: readonly PendingMark[]; isPersisted: boolean }

const EMPTY: Outbox = { accountId: null, marks: [], isPersisted: true }
/** There are pending marks that the browser has not stored. */
export const isAtRisk = ({ marks, isPersisted }: Outbox) => !isPersisted && pendingOf(marks).length > 0

const RETRY_MS = [2_000, 5_000, 15_000, 30_000]

let outbox = EMPTY
/** Not in the browser's storage yet. */
let saving: readonly PendingMark[] = []
let openCount = 0
let stopListening: (() => void) | undefined
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined
let isSendRequested = false
let sending: Promise<void> | undefined
const listeners = new Set<() => void>()

/** A function of its own: a form may warn too. */
const warn = (event: BeforeUnloadEvent) => warnBeforeUnload(event)

function set(next: Outbox): void {
  outbox = next
  // On any page: closing the tab would lose them.
  if (isAtRisk(next)) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOutbox = (): Outbox => useSyncExternalStore(subscribe, () => outbox)

/** The account whose marks are shown and sent now. */
export const outboxAccount = (): string | null => outbox.accountId

/** Loads the pending marks and sends them while the outbox is open. */
export function openOutbox(accountId: string): () => void {
  openCount += 1
  if (outbox.accountId !== accountId) set({ ...EMPTY, accountId })
  stopListening ??= listen()
  void reload().then(sendPending)
  return () => {
    openCount -= 1
    if (openCount > 0) return
    stopListening?.()
    stopListening = undefined
    clearTimeout(retry)
    set(EMPTY)
  }
}

/** Follows the connection and other tabs with the same marks. */
function listen(): () => void {
  const sendIfVisible = () => {
    if (document.visibilityState === 'visible') void sendPending()
  }
  const unsubscribe = subscribeOfflineBoards(() => void reload())
  window.addEventListener('online', sendIfVisible)
  document.addEventListener('visibilitychange', sendIfVisible)
  return () => {
    unsubscribe()
    window.removeEventListener('online', sendIfVisible)
    document.removeEventListener('visibilitychange', sendIfVisible)
  }
}

async function reload(): Promise<void> {
  const { accountId } = outbox
  if (!accountId) return
  const storage = await storageOf(accountId)
  const stored = await storage.listMarks()
  if (outbox.accountId !== accountId) return
  const keys = new Set(stored.map(({ key }) => key))
  set({
    accountId,
    marks: [...stored, ...saving.filter(({ key }) => !keys.has(key))],
    isPersisted: storage.isPersisted(),
  })
}

export type NewMark = { request: MarkRequest; childName: string }

/**
 * Shows marks at once, then stores them in the browser, then sends them: several together, all or none. Also after the
 * board was left: the Undo of its toast can still be clicked on the next page.
 */
export async function enqueue(accountId: string, ...made: readonly NewMark[]): Promise<void> {
  const close = openOutbox(accountId)
  const offline = !isConnected()
  const batch = made.length > 1 && !offline ? { batch: randomKey() } : {}
  const marks: PendingMark[] = made.map(({ request, childName }) => ({
    key: randomKey(),
    childName,
    request: { ...request, performed_by: accountId, ...(offline && { offline }) },
    ...batch,
  }))
  saving = [...saving, ...marks]
  set({ ...outbox, marks: [...outbox.marks, ...marks] })
  try {
    await storageOf(accountId)
      .then((storage) => storage.saveMarks(...marks.map((mark) => [mark.key, mark] as const)))
      .finally(() => {
        saving = saving.filter((mark) => !marks.includes(mark))
      })
    await reload()
    await sendPending()
  } finally {
    close()
  }
}

/** Removes a rejected mark whose error was read. */
export async function dismiss(key: string): Promise<void> {
  const { accountId } = outbox
  if (!accountId) return
  await (await storageOf(accountId)).saveMarks([key, null])
  await reload()
}

/** One tab at a time, to keep the order. Without the Web Locks API the idempotency keys still prevent duplicates. */
function withLock(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request('aftercare-board', work) : work()
}

/** Sends the pending marks in order, including those added meanwhile. Returns when all of them were tried. */
function sendPending(): Promise<void> {
  clearTimeout(retry)
  isSendRequested = true
  sending ??= sendWhileRequested()
  return sending
}

async function sendWhileRequested(): Promise<void> {
  try {
    while (isSendRequested) {
      isSendRequested = false
      await withLock(sendAll)
    }
  } finally {
    sending = undefined
  }
}

async function sendAll(): Promise<void> {
  for (;;) {
    const { accountId } = outbox
    // Never as another account: these marks wait until their own account signs in.
    if (!accountId || getAuthState().session?.user.id !== accountId) return
    const storage = await storageOf(accountId)
    const marks = nextToSend(await storage.listMarks())
    if (marks.length === 0) return
    if (!(await send(marks, accountId))) return
  }
}

/** Returns false to stop the queue. */
async function send(marks: readonly PendingMark[], accountId: string): Promise<boolean> {
  const storage = await storageOf(accountId)
  try {
    const stored = await post(marks)
    setConnected(true)
    failures = 0
    for (const [index, mark] of marks.entries()) {
      const now = stored[index] ?? null
      await applyServerMark(mark.request, now, accountId)
      if (isDespiteAbsence(mark.request, now)) toastDespiteAbsence(mark)
    }
    const later = marks.flatMap(({ request }, index) => rebased(outbox.marks, request, stored[index] ?? null))
    await storage.saveMarks(
      ...marks.map(({ key }) => [key, null] as const),
      ...later.map((mark) => [mark.key, mark] as const),
    )
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'no-connection') {
      retryLater()
      const offline = markedOffline(await storage.listMarks())
      if (offline.length > 0) await storage.saveMarks(...offline.map((mark) => [mark.key, mark] as const))
    }
    if (failure === 'no-connection' || failure === 'not-now') return false
    await applyStored(marks, error, accountId)
    await storage.saveMarks(
      ...marks.map((mark) => [mark.key, { ...mark, problem: failure.problem }] as const),
    )
    // The board itself shows it until it is dismissed.
    if (location.pathname !== BOARD_PATH) boardToast.error('Not marked', failure.problem)
  }
  await reload()
  return true
}

const TOASTS = 'attendance-board'

/** About the latest mark, from whatever page: that it was rejected replaces that it was made. */
export const boardToast = scopedToast(TOASTS)

// They name children, and there is nobody to undo a mark.
subscribeAuth(() => {
  if (getAuthState().sessionExpired) dismissToastsOf(TOASTS)
})

const toastDespiteAbsence = ({ childName }: PendingMark) =>
  scopedToast(`${TOASTS}: ${childName} came despite an absence`).success(
    `${isolate(childName)} has arrived`,
    'Meanwhile Not coming was set. Both are in the record.',
  )

async function post(marks: readonly PendingMark[]): Promise<StoredMark[]> {
  const [first] = marks as [PendingMark]
  if (marks.length === 1) return [await sendMark(first.request, first.key)]
  return sendMarks(
    marks.map(({ request }) => request),
    first.batch ?? first.key,
  )
}

/** The current mark of the child for which the server rejected them. */
async function applyStored(marks: readonly PendingMark[], error: unknown, accountId: string): Promise<void> {
  if (!(error instanceof ApiError) || error.stored === undefined) return
  const stored = error.stored as StoredMark
  const rejected = marks.find(
    ({ request }) => marks.length === 1 || request.submission_id === stored?.submission_id,
  )
  if (rejected) await applyServerMark(rejected.request, stored, accountId)
}

function retryLater(): void {
  setConnected(false)
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]
  failures += 1
  clearTimeout(retry)
  retry = setTimeout(() => void sendPending(), wait)
}
