import {
  BOARD_PATH,
  OFFLINE_BOARDS_KEY,
  type OfflineBoardState,
  offlineBoardListeners,
  offlineBoards,
} from './offline-board'

/** Records what is stored. An account that has opened the board stays recorded until all of it is deleted. */
export function updateOfflineBoard(accountId: string, changes: Partial<OfflineBoardState>): void {
  const { [accountId]: before = { day: null, waiting: 0, unread: 0 }, ...others } = offlineBoards()
  write({ ...others, [accountId]: { ...before, ...changes } })
}

function write(boards: Record<string, OfflineBoardState>): void {
  try {
    if (Object.keys(boards).length === 0) localStorage.removeItem(OFFLINE_BOARDS_KEY)
    else localStorage.setItem(OFFLINE_BOARDS_KEY, JSON.stringify(boards))
  } catch {
    // The board then works only while its page is open.
  }
  for (const listener of offlineBoardListeners) listener()
}

export const databaseOf = (accountId: string) => `aftercare-board-${accountId}`

/** Deletes an account's stored board, marks and the cached page. Other accounts' pending marks stay. */
export async function forget(accountId: string): Promise<void> {
  await Promise.all([forgetData(accountId), forgetPage().catch(() => undefined)])
}

const TIMEOUT_MS = 3_000

/** Called to close an account's database and clear its memory. */
export const forgetListeners = new Set<(accountId: string) => void>()

/** The same without the cached page, which contains no data. */
export async function forgetData(accountId: string): Promise<void> {
  for (const listener of [...forgetListeners]) listener(accountId)
  const { [accountId]: _, ...others } = offlineBoards()
  write(others)
  const request = globalThis.indexedDB?.deleteDatabase(databaseOf(accountId))
  if (!request) return
  await new Promise<void>((resolve) => {
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
    // Safari sometimes never settles an IndexedDB request, and a sign-out waits with an empty page.
    setTimeout(resolve, TIMEOUT_MS)
  })
}

/** Service workers and caches are missing outside secure contexts, where nothing is cached. */
async function forgetPage(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(BOARD_PATH)
  if (new URL(registration?.scope ?? location.href).pathname === BOARD_PATH) await registration?.unregister()
  for (const name of (await globalThis.caches?.keys()) ?? [])
    if (name.startsWith(`aftercare ${BOARD_PATH} `)) await caches.delete(name)
}
