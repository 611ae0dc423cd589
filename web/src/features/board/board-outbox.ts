import { useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/api-client'
import { getAuthState } from '../../lib/auth-store'
import { randomKey } from '../../lib/idempotency-key'
import { subscribeOfflineBoards } from '../../lib/offline-board'
import { applyServerMark } from './board.api'
import { setConnected } from './board-connection'
import { type StoredMark, sendMark } from './board-requests'
import { storageOf } from './board-storage'
import { failureOf, type MarkRequest, nextToSend, type PendingMark, pendingOf } from './pending-marks'

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
let isSending = false
const listeners = new Set<() => void>()

/** Shows the browser's own prompt. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

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

/** Shows a mark at once, then stores it in the browser, then sends it. */
export async function enqueue(request: MarkRequest, childName: string): Promise<void> {
  const { accountId } = outbox
  if (!accountId) return
  const mark: PendingMark = { key: randomKey(), childName, request: { ...request, performed_by: accountId } }
  saving = [...saving, mark]
  set({ ...outbox, marks: [...outbox.marks, mark] })
  await (await storageOf(accountId)).saveMark(mark.key, mark)
  saving = saving.filter((other) => other !== mark)
  await reload()
  await sendPending()
}

/** Removes a rejected mark whose error was read. */
export async function dismiss(key: string): Promise<void> {
  const { accountId } = outbox
  if (!accountId) return
  await (await storageOf(accountId)).saveMark(key, null)
  await reload()
}

/** One tab at a time, to keep the order. Without the Web Locks API the idempotency keys still prevent duplicates. */
function withLock(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request('aftercare-board', work) : work()
}

/** Sends the pending marks in order, including those added meanwhile. */
async function sendPending(): Promise<void> {
  clearTimeout(retry)
  isSendRequested = true
  if (isSending) return
  isSending = true
  try {
    while (isSendRequested) {
      isSendRequested = false
      await withLock(sendAll)
    }
  } finally {
    isSending = false
  }
}

async function sendAll(): Promise<void> {
  for (;;) {
    const { accountId } = outbox
    // Never as another account: these marks wait until their own account signs in.
    if (!accountId || getAuthState().session?.user.id !== accountId) return
    const storage = await storageOf(accountId)
    const mark = nextToSend(await storage.listMarks())
    if (!mark) return
    if (!(await sendOne(mark, accountId))) return
  }
}

/** Whether to go on with the next one. */
async function sendOne(mark: PendingMark, accountId: string): Promise<boolean> {
  const storage = await storageOf(accountId)
  try {
    const stored = await sendMark(mark.request, mark.key)
    setConnected(true)
    failures = 0
    await applyServerMark(mark.request, stored, accountId)
    await storage.saveMark(mark.key, null)
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'no-connection') retryLater()
    if (failure === 'no-connection' || failure === 'not-now') return false
    const stored = error instanceof ApiError ? error.stored : undefined
    if (stored !== undefined) await applyServerMark(mark.request, stored as StoredMark, accountId)
    await storage.saveMark(mark.key, { ...mark, problem: failure.problem })
  }
  await reload()
  return true
}

function retryLater(): void {
  setConnected(false)
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]
  failures += 1
  clearTimeout(retry)
  retry = setTimeout(() => void sendPending(), wait)
}
