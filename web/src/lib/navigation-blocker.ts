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
export function goWithoutBlocking(steps: number): void {
  skipNext = true
  window.history.go(steps)
}

/** What is asked about: once per leave, however many blockers would ask. */
type Subject = 'typing' | 'unsent-marks'
type NavigationBlocker = { subject: Subject; block: (go: () => void) => void }

const navigationBlockers: NavigationBlocker[] = []

/** Called before the user leaves other than by a link or the history: on signing out. */
export function blockNavigation(subject: Subject, block: NavigationBlocker['block']): () => void {
  const blocker = { subject, block }
  navigationBlockers.push(blocker)
  return () => void navigationBlockers.splice(navigationBlockers.indexOf(blocker), 1)
}

/** Calls `go` once the newest blocker of each subject has let it through. */
export function runAfterBlockers(go: () => void): void {
  const runRemaining = (remaining: readonly NavigationBlocker[]): void => {
    const next = remaining.at(-1)
    if (next) next.block(() => runRemaining(remaining.filter(({ subject }) => subject !== next.subject)))
    else go()
  }
  runRemaining([...navigationBlockers])
}
