import type { ComponentType } from 'react'
import { useSyncExternalStore } from 'react'
import { type Late, useLate } from '../../ui/use-late'
import { keptText, watchKept } from './kept-board'

const keeper: Late<ComponentType> = { load: () => import('./board-keeper').then((m) => m.BoardKeeper) }

/**
 * Looks after what the board keeps in this browser, from whatever page; where there is nothing, it costs nothing. The
 * page it stands in must not fail with it, and marks that wait must not wait for a reload.
 */
export function KeptBoardWatch() {
  const isAnything = useSyncExternalStore(watchKept, keptText) !== null
  const { view: BoardKeeper } = useLate(keeper, isAnything)
  return isAnything && BoardKeeper ? <BoardKeeper /> : null
}
