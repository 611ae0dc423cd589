import type { ComponentType } from 'react'
import { useSyncExternalStore } from 'react'
import { type Late, useLate } from '../../ui/use-late'
import { offlineBoardsJson, subscribeOfflineBoards } from './offline-board'

const keeper: Late<ComponentType> = {
  load: () => import('./offline-board-sync').then((m) => m.OfflineBoardSync),
}

/**
 * Looks after what the board keeps in this browser, from whatever page; where there is nothing, it costs nothing. The
 * page it stands in must not fail with it, and marks that wait must not wait for a reload.
 */
export function LazyOfflineBoardSync() {
  const isAnything = useSyncExternalStore(subscribeOfflineBoards, offlineBoardsJson) !== null
  const { view: OfflineBoardSync } = useLate(keeper, isAnything)
  return isAnything && OfflineBoardSync ? <OfflineBoardSync /> : null
}
