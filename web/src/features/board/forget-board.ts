import {
  BOARD_PATH,
  OFFLINE_BOARDS_KEY,
  type OfflineBoardState,
  offlineBoardListeners,
  offlineBoards,
} from '../../lib/offline-board'

/** Notes what is kept now. An account that has opened the board stays noted until all of it is removed. */
export function updateOfflineBoard(accountId: string, changes: Partial<OfflineBoardState>): void {
  const { [accountId]: before = { day: null, waiting: 0, unread: 0 }, ...others } = offlineBoards()
  write({ ...others, [accountId]: { ...before, ...changes } })
}

function write(kept: Record<string, OfflineBoardState>): void {
  try {
    if (Object.keys(kept).length === 0) localStorage.removeItem(OFFLINE_BOARDS_KEY)
    else localStorage.setItem(OFFLINE_BOARDS_KEY, JSON.stringify(kept))
  } catch {
    // The board then works as long as its page is open.
  }
  for (const watcher of offlineBoardListeners) watcher()
}

export const databaseOf = (accountId: string) => `aftercare-board-${accountId}`

/** Removes what one account kept: children, marks and the page itself. Others' waiting marks stay theirs. */
export async function forget(accountId: string): Promise<void> {
  await Promise.all([forgetData(accountId), forgetPage().catch(() => undefined)])
}

/** Those who hold an account's things open, or in memory: they let go of them. */
export const forgetListeners = new Set<(accountId: string) => void>()

/** The same without the page, which holds nothing of anybody. */
export async function forgetData(accountId: string): Promise<void> {
  for (const listener of [...forgetListeners]) listener(accountId)
  const { [accountId]: _, ...others } = offlineBoards()
  write(others)
  const request = globalThis.indexedDB?.deleteDatabase(databaseOf(accountId))
  if (!request) return
  await new Promise<void>((resolve) => {
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}

/** What is missing here keeps nothing: workers and caches where the page does not come over a safe connection. */
async function forgetPage(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(BOARD_PATH)
  if (new URL(registration?.scope ?? location.href).pathname === BOARD_PATH) await registration?.unregister()
  for (const name of (await globalThis.caches?.keys()) ?? [])
    if (name.startsWith(`aftercare ${BOARD_PATH} `)) await caches.delete(name)
}
