type Guard = (event: PopStateEvent) => void

/** Of those who hold something unsaved, the newest is asked first; once it lets go, the next one is. */
const guards: Guard[] = []
let isUnasked = false
let isTakingBack = false

/**
 * Listens before the router does: events of the window itself reach their listeners in the order of registration,
 * so this file must be loaded before the app is drawn.
 */
window.addEventListener('popstate', (event) => {
  if (isTakingBack) {
    isTakingBack = false
    event.stopImmediatePropagation()
  } else if (isUnasked) isUnasked = false
  else guards.at(-1)?.(event)
})

/** Hears of Back and Forward first; stopping the event keeps it from the router. */
export function blockHistory(guard: Guard): () => void {
  guards.push(guard)
  return () => {
    const place = guards.indexOf(guard)
    if (place >= 0) guards.splice(place, 1)
  }
}

/** Where an entry stands in the router's count of this tab's history. */
export const historyIndexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null

/**
 * The browser has already moved when it tells: goes back to where the person was, and nobody else hears of either move.
 * Answers how many steps it was.
 */
export function revertNavigation(event: PopStateEvent, here: number): number {
  event.stopImmediatePropagation()
  const steps = (historyIndexOf(event.state) ?? here - 1) - here || -1
  isTakingBack = true
  window.history.go(-steps)
  return steps
}

/** For what has been asked about already, as a panel that is closed. */
export function goBackWithoutBlocking(steps: number): void {
  isUnasked = true
  window.history.go(-steps)
}

type Ask = (go: () => void) => void

/** Those who would lose something, the newest last. */
const askers: Ask[] = []

/** Is asked before the person leaves by other ways than a link or the history: by signing out. */
export function blockNavigation(ask: Ask): () => void {
  askers.push(ask)
  return () => void askers.splice(askers.indexOf(ask), 1)
}

/** Goes at once, or when all who hold something unsaved have asked, one after another. */
export function runAfterBlockers(go: () => void): void {
  const goPast = (asking: readonly Ask[]): void => {
    const ask = asking.at(-1)
    if (ask) ask(() => goPast(asking.slice(0, -1)))
    else go()
  }
  goPast([...askers])
}
