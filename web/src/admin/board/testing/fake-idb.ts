/**
 * Replaces `idb` in tests, where there is no database: as much of it as the board's storage uses, and it can fail as
 * browsers do.
 */
export const browserStorage = {
  /** `writes`: the disk is full. `all`: every request fails. `silent`: no request settles. */
  failure: null as 'writes' | 'all' | 'silent' | null,
  /** As Safari drops connections: those that are open fail from now on, a new one works. */
  dropConnections() {
    connections += 1
  },
  marksOf: (accountId: string) => [...(databases.get(`aftercare-board-${accountId}`)?.marks.values() ?? [])],
}

type Stored = { marks: Map<number, { key: string }>; board: Map<string, unknown> }
const databases = new Map<string, Stored>()
let connections = 0
let ids = 0

export function resetStorage(): void {
  browserStorage.failure = null
  databases.clear()
}

export async function openDB(name: string) {
  const own = connections
  const stored = databases.get(name) ?? { marks: new Map(), board: new Map() }
  const use = async <T>(isWrite: boolean, work: () => T): Promise<T> => {
    const { failure } = browserStorage
    if (failure === 'silent') return new Promise(() => undefined)
    if (failure === 'all' || own !== connections) throw new DOMException('Connection lost', 'UnknownError')
    if (failure === 'writes' && isWrite) throw new DOMException('Full', 'QuotaExceededError')
    return work()
  }
  await use(false, () => databases.set(name, stored))
  const findId = (key: string) => [...stored.marks].find(([, mark]) => mark.key === key)?.[0]
  const store = {
    index: () => ({ getKey: (key: string) => use(false, () => findId(key)) }),
    put: (mark: { key: string }, id = ++ids) => use(true, () => void stored.marks.set(id, mark)),
    delete: (id: number) => use(true, () => void stored.marks.delete(id)),
  }
  return {
    close: () => undefined,
    getAll: () => use(false, () => [...stored.marks.values()]),
    transaction: () => ({ store, done: Promise.resolve() }),
    get: (_: string, key: string) => use(false, () => stored.board.get(key)),
    put: (_: string, value: unknown, key: string) => use(true, () => void stored.board.set(key, value)),
    delete: (_: string, key: string) => use(true, () => void stored.board.delete(key)),
  }
}
