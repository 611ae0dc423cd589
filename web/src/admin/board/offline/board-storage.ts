import type { Day } from '@aftercare/domain/lib/days'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OfflineBoard } from '../board-requests'
import { databaseOf, forgetListeners, updateOfflineBoard } from './forget-board'
import { offlineBoards } from './offline-board'
import { type PendingMark, pendingOf, rejectedOf } from './pending-marks'

type Tables = DBSchema & {
  /** In the order they were made. */
  marks: { key: number; value: PendingMark; indexes: { key: string } }
  /** Today's board as it was last fetched. */
  board: { key: 'today'; value: OfflineBoard }
}

/** Never fails: what the browser cannot store stays in memory, and `isPersisted` is false. */
type Storage = {
  listMarks(): Promise<PendingMark[]>
  /** Adds, replaces or, with null, removes the marks with these keys, all at once. */
  saveMarks(...changes: readonly (readonly [key: string, mark: PendingMark | null])[]): Promise<void>
  readBoard(): Promise<OfflineBoard | undefined>
  saveBoard(board: OfflineBoard | null): Promise<void>
  /** False where marks are only in memory: in some private windows, on a full disk, after a crash. */
  isPersisted(): boolean
}

const storages = new Map<string, Promise<Storage>>()

/** One database per account, deleted on sign-out. */
export function storageOf(accountId: string): Promise<Storage> {
  const known = storages.get(accountId)
  if (known) return known
  const opening = openStorage(accountId)
  storages.set(accountId, opening)
  return opening
}

/** Safari sometimes never settles an IndexedDB request: then the database is not used for a while. */
const TIMEOUT_MS = 3_000
const PAUSE_MS = 30_000

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DOMException('IndexedDB timed out', 'TimeoutError')),
      TIMEOUT_MS,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** Null removes the mark; a new one is appended. */
function withChange(marks: readonly PendingMark[], key: string, mark: PendingMark | null): PendingMark[] {
  if (!mark) return marks.filter((one) => one.key !== key)
  return marks.some((one) => one.key === key)
    ? marks.map((one) => (one.key === key ? mark : one))
    : [...marks, mark]
}

async function openStorage(accountId: string): Promise<Storage> {
  let db: IDBPDatabase<Tables> | undefined
  let isForgotten = false
  let pausedUntil = 0
  const forget = (id: string) => {
    if (id !== accountId) return
    isForgotten = true
    storages.delete(accountId)
    forgetListeners.delete(forget)
    db?.close()
  }
  forgetListeners.add(forget)
  const openDatabase = () =>
    openDB<Tables>(databaseOf(accountId), 1, {
      upgrade(fresh) {
        fresh.createObjectStore('marks', { autoIncrement: true }).createIndex('key', 'key', { unique: true })
        fresh.createObjectStore('board')
      },
      // Another tab deletes the database: close it, and do not create it again.
      blocking: (_before, _after, event) => {
        ;(event.target as IDBDatabase).close()
        forget(accountId)
      },
    })

  /** Retries once on a new connection: Safari drops connections, and every request on them fails from then on. */
  async function use<T>(work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T | undefined> {
    for (let attempts = 0; attempts < 2 && !isForgotten && performance.now() >= pausedUntil; attempts += 1) {
      try {
        db ??= await withTimeout(openDatabase())
        return await withTimeout(work(db))
      } catch (error) {
        if (isTimeout(error)) pausedUntil = performance.now() + PAUSE_MS
        db?.close()
        db = undefined
      }
    }
    return undefined
  }

  /** The last known contents of the database. */
  let stored: readonly PendingMark[] = []
  let isReadable = false
  /** Changes not written yet, oldest first; null is a removal. */
  const unsaved = new Map<string, PendingMark | null>()

  const known = () => [...unsaved].reduce((marks, [key, mark]) => withChange(marks, key, mark), [...stored])

  async function listMarks(): Promise<PendingMark[]> {
    const found = await use((open) => open.getAll('marks'))
    isReadable = found !== undefined
    stored = found ?? stored
    return known()
  }

  /** Strictly in order: the order in the database is the order of the marks. */
  async function saveAll(): Promise<void> {
    const changes = [...unsaved]
    const isSaved = await use(async (open) => {
      const { store, done } = open.transaction('marks', 'readwrite')
      const write = async () => {
        for (const [key, mark] of changes) {
          const id = await store.index('key').getKey(key)
          if (mark) await store.put(mark, id)
          else if (id !== undefined) await store.delete(id)
        }
      }
      await Promise.all([write(), done])
      return true
    })
    if (!isSaved) return
    for (const [key, mark] of changes) {
      stored = withChange(stored, key, mark)
      // It may have changed again in the meantime.
      if (unsaved.get(key) === mark) unsaved.delete(key)
    }
  }

  /** As far as this page knows. */
  let counts = countsOf([])
  /**
   * These counts decide what may be deleted. While the database cannot be read, it may hold marks that this page does
   * not know: then only the change in this page's own marks is applied to the recorded counts.
   */
  async function count(): Promise<void> {
    await listMarks()
    if (isForgotten) return
    const before = counts
    counts = countsOf(known())
    const recorded = offlineBoards()[accountId]
    const shift = (name: keyof typeof counts) =>
      Math.max(0, (recorded?.[name] ?? 0) + counts[name] - before[name])
    if (isReadable) updateOfflineBoard(accountId, counts)
    else if (recorded || unsaved.size > 0)
      updateOfflineBoard(accountId, { waiting: shift('waiting'), unread: shift('unread') })
  }
  // An earlier page may have counted marks that were only in memory.
  await count()
  return {
    listMarks,
    isPersisted: () => isReadable && unsaved.size === 0,
    async saveMarks(...changes) {
      for (const [key, mark] of changes) unsaved.set(key, mark)
      await saveAll()
      await count()
    },
    readBoard: () => use((open) => open.get('board', 'today')),
    async saveBoard(board) {
      const isDone = await use(async (open) => {
        if (board) await open.put('board', board, 'today')
        else await open.delete('board', 'today')
        return true
      })
      if (isDone && !isForgotten) updateOfflineBoard(accountId, { day: board ? (board.date as Day) : null })
    },
  }
}

const countsOf = (marks: readonly PendingMark[]) => ({
  waiting: pendingOf(marks).length,
  unread: rejectedOf(marks).length,
})
