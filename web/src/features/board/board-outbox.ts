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
 * The marks of one account on their way to the server. They are stored in the browser before they are sent and taken
 * out when the server has answered, so neither a reload nor a lost answer loses one; each bears its key, so none is
 * stored twice. What the browser refuses to store is sent all the same, from memory; `isLasting` is then false. It
 * stands outside the components: marks are sent from whatever page their person is on.
 */
type Outbox = { accountId: string | null; marks: readonly PendingMark[]; isLasting: boolean }

const EMPTY: Outbox = { accountId: null, marks: [], isLasting: true }
/** Something waits that the browser has not saved. */
export const isAtRisk = ({ marks, isLasting }: Outbox) => !isLasting && pendingOf(marks).length > 0

const RETRY_MS = [2_000, 5_000, 15_000, 30_000]

let outbox = EMPTY
/** Pressed, but not in the browser's storage yet. */
let saving: readonly PendingMark[] = []
let holders = 0
let stopListening: (() => void) | undefined
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined
let isAsked = false
let isSending = false
const watchers = new Set<() => void>()

/** Asks in the browser's own words. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function set(next: Outbox): void {
  outbox = next
  // From whatever page: closing the tab would lose them.
  if (isAtRisk(next)) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useOutbox = (): Outbox => useSyncExternalStore(watch, () => outbox)

/** Reads what waits and keeps sending it while anybody holds the outbox open. */
export function openOutbox(accountId: string): () => void {
  holders += 1
  if (outbox.accountId !== accountId) set({ ...EMPTY, accountId })
  stopListening ??= listen()
  void reread().then(sendWaiting)
  return () => {
    holders -= 1
    if (holders > 0) return
    stopListening?.()
    stopListening = undefined
    clearTimeout(retry)
    set(EMPTY)
  }
}

/** To the connection coming back, and to other tabs with the same marks. */
function listen(): () => void {
  const again = () => {
    if (document.visibilityState === 'visible') void sendWaiting()
  }
  const stopWatching = subscribeOfflineBoards(() => void reread())
  window.addEventListener('online', again)
  document.addEventListener('visibilitychange', again)
  return () => {
    stopWatching()
    window.removeEventListener('online', again)
    document.removeEventListener('visibilitychange', again)
  }
}

async function reread(): Promise<void> {
  const { accountId } = outbox
  if (!accountId) return
  const storage = await storageOf(accountId)
  const stored = await storage.listMarks()
  if (outbox.accountId !== accountId) return
  const keys = new Set(stored.map(({ key }) => key))
  set({
    accountId,
    marks: [...stored, ...saving.filter(({ key }) => !keys.has(key))],
    isLasting: storage.isLasting(),
  })
}

/** Notes a press: at once on the screen, then in the browser, then at the server. */
export async function enqueue(request: MarkRequest, childName: string): Promise<void> {
  const { accountId } = outbox
  if (!accountId) return
  const mark: PendingMark = { key: randomKey(), childName, request: { ...request, performed_by: accountId } }
  saving = [...saving, mark]
  set({ ...outbox, marks: [...outbox.marks, mark] })
  await (await storageOf(accountId)).saveMark(mark.key, mark)
  saving = saving.filter((other) => other !== mark)
  await reread()
  await sendWaiting()
}

/** A refusal that the person has read. */
export async function dismiss(key: string): Promise<void> {
  const { accountId } = outbox
  if (!accountId) return
  await (await storageOf(accountId)).saveMark(key, null)
  await reread()
}

/** One tab at a time, so that the order of the presses holds. Where locks are missing, the keys still do. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request('aftercare-board', work) : work()
}

/** Sends what waits, one after another; a mark that comes meanwhile goes with it. */
async function sendWaiting(): Promise<void> {
  clearTimeout(retry)
  isAsked = true
  if (isSending) return
  isSending = true
  try {
    while (isAsked) {
      isAsked = false
      await inTurn(sendAll)
    }
  } finally {
    isSending = false
  }
}

async function sendAll(): Promise<void> {
  for (;;) {
    const { accountId } = outbox
    // Never as somebody else: what this account marked waits until it is back.
    if (!accountId || getAuthState().session?.user.id !== accountId) return
    const storage = await storageOf(accountId)
    const mark = nextToSend(await storage.listMarks())
    if (!mark) return
    if (!(await sendOne(mark, accountId))) return
  }
}

/** Whether the next one may follow. */
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
    if (failure === 'no-connection') tryLater()
    if (failure === 'no-connection' || failure === 'not-now') return false
    const stored = error instanceof ApiError ? error.stored : undefined
    if (stored !== undefined) await applyServerMark(mark.request, stored as StoredMark, accountId)
    await storage.saveMark(mark.key, { ...mark, problem: failure.problem })
  }
  await reread()
  return true
}

function tryLater(): void {
  setConnected(false)
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]
  failures += 1
  clearTimeout(retry)
  retry = setTimeout(() => void sendWaiting(), wait)
}
