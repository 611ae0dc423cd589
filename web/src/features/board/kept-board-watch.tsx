import { lazy, Suspense, useSyncExternalStore } from 'react'
import { keptText, watchKept } from './kept-board'

const nothing = { default: () => null }
// The page it stands in must not fail with it.
const BoardKeeper = lazy(() =>
  import('./board-keeper').then((m) => ({ default: m.BoardKeeper })).catch(() => nothing),
)

/** Looks after what the board keeps in this browser, from whatever page; where there is nothing, it costs nothing. */
export function KeptBoardWatch() {
  const isAnything = useSyncExternalStore(watchKept, keptText) !== null
  return <Suspense fallback={null}>{isAnything && <BoardKeeper />}</Suspense>
}
