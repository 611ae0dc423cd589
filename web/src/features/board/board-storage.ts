import type { Day } from '@aftercare/domain/lib/days'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { offlineBoards } from '../../lib/offline-board'
import type { OfflineBoard } from './board-requests'
import { databaseOf, forgetListeners, updateOfflineBoard } from './forget-board'
import { type PendingMark, pendingOf, rejectedOf } from './pending-marks'

type Tables = DBSchema & {
  /** In the order of the presses. */
  marks: { key: number; value: PendingMark; indexes: { key: string } }
  /** Today's board as it was read last. */
  board: { key: 'today'; value: OfflineBoard }
}

/** Never fails: what the browser refuses to store stays in memory, and `isLasting` says so. */
type Storage = {
  listMarks(): Promise<PendingMark[]>
  /** Adds or replaces the mark with this key; with null it is taken out. */
  saveMark(key: string, mark: PendingMark | null): Promise<void>
  readBoard(): Promise<OfflineBoard | undefined>
  saveBoard(board: OfflineBoard | null): Promise<void>
  /** False where a mark lives only as long as the page: in some private windows, on a full disk, after a crash. */
  isLasting(): boolean
}

const storages = new Map<string, Promise<Storage>>()

/** One account's own: nobody else's marks are in it, and signing out removes it whole. */
export function storageOf(accountId: string): Promise<Storage> {
  const known = storages.get(accountId)
  if (known) return known
  const opening = openStorage(accountId)
  storages.set(accountId, opening)
  return opening
}

/** Safari has been seen to leave requests unanswered for ever: then it is left alone for a while. */
const TIMEOUT_MS = 3_000
const PAUSE_MS = 30_000

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('No answer', 'TimeoutError')), TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** With null it is taken out; one that is not there yet comes last. */
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
      // Somebody removes it in another tab: hold it no longer, and do not make it anew.
      blocking: (_before, _after, event) => {
        ;(event.target as IDBDatabase).close()
        forget(accountId)
      },
    })

  /** A second try on a new connection: Safari drops connections, and all that is asked of them fails from then on. */
  async function use<T>(work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T | undefined> {
    for (let tries = 0; tries < 2 && !isForgotten && performance.now() >= pausedUntil; tries += 1) {
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

  /** As far as is known of the database. */
  let stored: readonly PendingMark[] = []
  let isReadable = false
  /** Changes that the database has not taken, oldest first; null: taken out. */
  const unsaved = new Map<string, PendingMark | null>()

  const known = () => [...unsaved].reduce((marks, [key, mark]) => withChange(marks, key, mark), [...stored])

  async function listMarks(): Promise<PendingMark[]> {
    const found = await use((open) => open.getAll('marks'))
    isReadable = found !== undefined
    stored = found ?? stored
    return known()
  }

  /** Oldest first, and none before the one ahead of it: the order in the database is the order of the presses. */
  async function saveAll(): Promise<void> {
    for (const [key, mark] of unsaved) {
      const isSaved = await use(async (open) => {
        const { store, done } = open.transaction('marks', 'readwrite')
        const write = async () => {
          const id = await store.index('key').getKey(key)
          if (mark) await store.put(mark, id)
          else if (id !== undefined) await store.delete(id)
        }
        await Promise.all([write(), done])
        return true
      })
      if (!isSaved) return
      stored = withChange(stored, key, mark)
      // It may have changed again meanwhile.
      if (unsaved.get(key) === mark) unsaved.delete(key)
    }
  }

  /** As far as this page knows. */
  let counts = countsOf([])
  /**
   * By these numbers it is decided what may be removed. While the database cannot be read, marks that this page has
   * never seen may lie in it: then only this page's own are added to what is noted, and taken off again.
   */
  async function count(): Promise<void> {
    await listMarks()
    if (isForgotten) return
    const before = counts
    counts = countsOf(known())
    const noted = offlineBoards()[accountId]
    const shift = (name: keyof typeof counts) =>
      Math.max(0, (noted?.[name] ?? 0) + counts[name] - before[name])
    if (isReadable) updateOfflineBoard(accountId, counts)
    else if (noted || unsaved.size > 0)
      updateOfflineBoard(accountId, { waiting: shift('waiting'), unread: shift('unread') })
  }
  // What was counted before may have lived only as long as its page.
  await count()
  return {
    listMarks,
    isLasting: () => isReadable && unsaved.size === 0,
    async saveMark(key, mark) {
      unsaved.set(key, mark)
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
