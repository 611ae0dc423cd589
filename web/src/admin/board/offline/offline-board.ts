import type { Day } from '@aftercare/domain/lib/days'
import { onForgetAccount } from '../../../lib/auth-store'

/** The board and, below it, its printable sheets: all open offline. */
export const BOARD_PATH = '/admin/day-reports/board'

/** Per account: the day of the stored board, the number of pending marks and of unread rejections. */
export type OfflineBoardState = { day: Day | null; waiting: number; unread: number }

/**
 * What this browser stores of the board, by account. The data itself is in IndexedDB, whose code is loaded only where
 * this entry exists; this is read on every start.
 */
export const OFFLINE_BOARDS_KEY = 'aftercare.board'

export const offlineBoardListeners = new Set<() => void>()

export function offlineBoardsJson(): string | null {
  try {
    return localStorage.getItem(OFFLINE_BOARDS_KEY)
  } catch {
    // Storage is blocked: nothing can be stored.
    return null
  }
}

export function offlineBoards(): Record<string, OfflineBoardState> {
  try {
    return JSON.parse(offlineBoardsJson() ?? '') as Record<string, OfflineBoardState>
  } catch {
    // Nothing is stored, or it is malformed.
    return {}
  }
}

/** Called on changes, including those of other tabs. */
export function subscribeOfflineBoards(listener: () => void): () => void {
  offlineBoardListeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    offlineBoardListeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether this page came from the service worker's cache because there was no connection. */
export const isOfflinePage = (): boolean => document.querySelector('meta[name="offline-page"]') !== null

/** The same, and today's board of the account is stored too. */
export const canOpenOffline = (accountId: string, today: Day): boolean =>
  isOfflinePage() && offlineBoards()[accountId]?.day === today

/**
 * The newest day with a stored board when this page was opened, of any account. Read on load, because the board of
 * another day is deleted before a message could mention it.
 */
export const OFFLINE_DAY_AT_START: Day | null =
  Object.values(offlineBoards())
    .flatMap(({ day }) => day ?? [])
    .sort()
    .at(-1) ?? null

/** Where a board is stored, the code for it is loaded already. */
onForgetAccount(async (accountId) => {
  if (offlineBoardsJson() === null) return
  await import('./forget-board').then((m) => m.forget(accountId)).catch(() => undefined)
})
