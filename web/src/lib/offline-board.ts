import type { Day } from '@aftercare/domain/lib/days'

/** The board, and below it its paper: what is kept opens these addresses without a connection. */
export const BOARD_PATH = '/admin/day-reports/board'

/** Of one account: the day whose board is kept, how many marks wait to be sent, how many refusals to be read. */
export type OfflineBoardState = { day: Day | null; waiting: number; unread: number }

/**
 * Says what of the board is kept in this browser, by account. The things themselves lie in a database that answers
 * later and costs code; this is read at every start, so that whoever never opened a board pays next to nothing for it.
 */
export const OFFLINE_BOARDS_KEY = 'aftercare.board'

export const offlineBoardListeners = new Set<() => void>()

export function offlineBoardsJson(): string | null {
  try {
    return localStorage.getItem(OFFLINE_BOARDS_KEY)
  } catch {
    // Storage is blocked: nothing can be kept.
    return null
  }
}

export function offlineBoards(): Record<string, OfflineBoardState> {
  try {
    return JSON.parse(offlineBoardsJson() ?? '') as Record<string, OfflineBoardState>
  } catch {
    // Nothing is kept, or it was written by hand.
    return {}
  }
}

/** Hears of changes, also by other tabs. */
export function subscribeOfflineBoards(watcher: () => void): () => void {
  offlineBoardListeners.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    offlineBoardListeners.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

/** Whether this very page came out of the worker's cache, for want of a connection. */
export const isOfflinePage = (): boolean => document.querySelector('meta[name="kept"]') !== null

/** The same, and the account's board of today is kept too. */
export const canOpenOffline = (accountId: string, today: Day): boolean =>
  isOfflinePage() && offlineBoards()[accountId]?.day === today

/**
 * The newest day whose board was kept when this page was opened, of whomever. Read that early because the board of
 * another day is dropped before anything can be said about it.
 */
export const OFFLINE_DAY_AT_START: Day | null =
  Object.values(offlineBoards())
    .flatMap(({ day }) => day ?? [])
    .sort()
    .at(-1) ?? null

/**
 * Whoever signs out, or is staff no more, leaves nothing of the board in this browser. The code for it is there
 * already where anything is kept: it looks after that from the start.
 */
export async function forgetBoard(accountId: string): Promise<void> {
  if (offlineBoardsJson() === null) return
  await import('../features/board/forget-board').then((m) => m.forget(accountId)).catch(() => undefined)
}
