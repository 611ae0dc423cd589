import { useSyncExternalStore } from 'react'
import { offlineBoardsJson, subscribeOfflineBoards } from '../../lib/offline-board'
import { lazyWithRetry } from '../../ui/lazy-with-retry'

const OfflineBoardSync = lazyWithRetry(
  () => import('./offline-board-sync'),
  (m) => m.OfflineBoardSync,
  { renderError: () => null },
)

/**
 * Looks after what the board keeps in this browser, from whatever page; where there is nothing, it costs nothing. The
 * page it stands in must not fail with it, and marks that wait must not wait for a reload.
 */
export function LazyOfflineBoardSync() {
  const isAnything = useSyncExternalStore(subscribeOfflineBoards, offlineBoardsJson) !== null
  return isAnything && <OfflineBoardSync />
}
