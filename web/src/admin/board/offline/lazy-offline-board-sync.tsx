import { useSyncExternalStore } from 'react'
import { lazyWithRetry } from '../../../ui/lazy-with-retry'
import { offlineBoardsJson, subscribeOfflineBoards } from './offline-board'

const OfflineBoardSync = lazyWithRetry(
  () => import('./offline-board-sync'),
  (m) => m.OfflineBoardSync,
  { renderError: () => null },
)

/**
 * Syncs the stored board from any page; nothing is loaded where none is stored. A failed import must not break the page
 * and is retried, so that pending marks need no reload.
 */
export function LazyOfflineBoardSync() {
  const isStored = useSyncExternalStore(subscribeOfflineBoards, offlineBoardsJson, () => null) !== null
  return isStored && <OfflineBoardSync />
}
