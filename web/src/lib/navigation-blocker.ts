type HistoryBlocker = (event: PopStateEvent) => void

/** The newest is called first, and the one before it once it is removed. */
const historyBlockers: HistoryBlocker[] = []
let skipNext = false
let isReverting = false

/**
 * Must run before the router's listener: window listeners are called in the order of registration, so this module
 * must be loaded before the app renders. The server, which renders the same components, has no window.
 */
globalThis.window?.addEventListener('popstate', (event) => {
  if (isReverting) {
    isReverting = false
    event.stopImmediatePropagation()
  } else if (skipNext) skipNext = false
  else historyBlockers.at(-1)?.(event)
})

/** Called on Back and Forward before the router; stopping the event keeps it from the router. */
export function blockHistory(blocker: HistoryBlocker): () => void {
  historyBlockers.push(blocker)
  return () => {
    const index = historyBlockers.indexOf(blocker)
    if (index >= 0) historyBlockers.splice(index, 1)
  }
}

/** The router's index of a history entry. */
export const historyIndexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null

/**
 * The browser has already moved when popstate fires: goes back, hiding both moves from the router. Returns the number
 * of steps.
 */
export function revertNavigation(event: PopStateEvent, here: number): number {
  event.stopImmediatePropagation()
  const steps = (historyIndexOf(event.state) ?? here - 1) - here || -1
  isReverting = true
  window.history.go(-steps)
  return steps
}

/** For a move that was confirmed already, such as closing a panel. */
export function goBackWithoutBlocking(steps: number): void {
  skipNext = true
  window.history.go(-steps)
}

type NavigationBlocker = (go: () => void) => void

const navigationBlockers: NavigationBlocker[] = []

/** Called before the user leaves other than by a link or the history: on signing out. */
export function blockNavigation(blocker: NavigationBlocker): () => void {
  navigationBlockers.push(blocker)
  return () => void navigationBlockers.splice(navigationBlockers.indexOf(blocker), 1)
}

/** Calls `go` once every blocker has let it through, newest first. */
export function runAfterBlockers(go: () => void): void {
  const runRemaining = (remaining: readonly NavigationBlocker[]): void => {
    const block = remaining.at(-1)
    if (block) block(() => runRemaining(remaining.slice(0, -1)))
    else go()
  }
  runRemaining([...navigationBlockers])
}
