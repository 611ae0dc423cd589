type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/**
 * Listens before the router does: events of the window itself reach their listeners in the order of registration,
 * so this file must be loaded before the app is drawn.
 */
window.addEventListener('popstate', (event) => guard?.(event))

/** Hears of Back and Forward first; stopping the event keeps it from the router. One guard at a time. */
export function guardHistory(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
