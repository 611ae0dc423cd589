import type { Day } from '@aftercare/domain/days'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KeptBoard } from './board-answers'
import { databaseOf, noteKept } from './forget-board'
import { refusedOf, type WaitingMark, waitingOf } from './waiting-marks'

type Tables = DBSchema & {
  /** In the order of the presses. */
  marks: { key: number; value: WaitingMark; indexes: { key: string } }
  /** Today's board as it was read last. */
  board: { key: 'today'; value: KeptBoard }
}

type Storage = {
  accountId: string
  listMarks(): Promise<WaitingMark[]>
  addMark(mark: WaitingMark): Promise<void>
  /** With null it is taken out. */
  changeMark(key: string, mark: WaitingMark | null): Promise<void>
  readBoard(): Promise<KeptBoard | undefined>
  keepBoard(board: KeptBoard | null): Promise<void>
  /** False where the browser keeps nothing, as in some private windows: all lives as long as the page. */
  isLasting: boolean
}

const open = new Map<string, Promise<Storage>>()

/** One account's own: nobody else's marks are in it, and signing out removes it whole. */
export function storageOf(accountId: string): Promise<Storage> {
  const known = open.get(accountId)
  if (known) return known
  const opening = openStorage(accountId)
  open.set(accountId, opening)
  return opening
}

async function openStorage(accountId: string): Promise<Storage> {
  try {
    const db = await openDB<Tables>(databaseOf(accountId), 1, {
      upgrade(fresh) {
        fresh.createObjectStore('marks', { autoIncrement: true }).createIndex('key', 'key', { unique: true })
        fresh.createObjectStore('board')
      },
      // Somebody removes it, here or in another tab: hold it no longer.
      blocking: (_before, _after, event) => {
        open.delete(accountId)
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => open.delete(accountId),
    })
    noteKept(accountId, {})
    return lasting(accountId, db)
  } catch {
    return passing(accountId)
  }
}

const countsOf = (marks: readonly WaitingMark[]) => ({
  waiting: waitingOf(marks).length,
  unread: refusedOf(marks).length,
})

function lasting(accountId: string, db: IDBPDatabase<Tables>): Storage {
  const listMarks = () => db.getAll('marks')
  const count = async () => noteKept(accountId, countsOf(await listMarks()))
  return {
    accountId,
    isLasting: true,
    listMarks,
    async addMark(mark) {
      await db.add('marks', mark)
      await count()
    },
    async changeMark(key, mark) {
      const change = db.transaction('marks', 'readwrite')
      const cursor = await change.store.index('key').openCursor(key)
      await (mark ? cursor?.update(mark) : cursor?.delete())
      await change.done
      await count()
    },
    readBoard: () => db.get('board', 'today'),
    async keepBoard(board) {
      if (board) await db.put('board', board, 'today')
      else await db.delete('board', 'today')
      noteKept(accountId, { day: board ? (board.date as Day) : null })
    },
  }
}

function passing(accountId: string): Storage {
  let marks: WaitingMark[] = []
  const count = () => noteKept(accountId, countsOf(marks))
  return {
    accountId,
    isLasting: false,
    listMarks: async () => marks,
    async addMark(mark) {
      marks = [...marks, mark]
      count()
    },
    async changeMark(key, mark) {
      marks = marks.flatMap((one) => (one.key === key ? (mark ?? []) : one))
      count()
    },
    readBoard: async () => undefined,
    keepBoard: async () => undefined,
  }
}
