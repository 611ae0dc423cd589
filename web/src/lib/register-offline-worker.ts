/** Long enough for the page to have all it came for. */
const AFTER_MS = 3_000
/** A page that never rests must not be left without. */
const AT_THE_LATEST = { timeout: 3_000 }

/**
 * Has whoever opens the product without a connection told so by a page of ours, from now on. Asked for once the page is
 * loaded, and done when it is at rest: nobody waits for it. It holds nothing of anybody, so signing out leaves it.
 */
export function registerOfflineWorker(): void {
  // Missing where the page does not come over a safe connection; the development server has no worker.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  const register = () =>
    navigator.serviceWorker.register('/worker.js', { scope: '/', updateViaCache: 'none' }).catch(() => {
      // Then the browser's own page says so.
    })
  // Safari has no word for being at rest.
  const atRest: typeof requestIdleCallback | undefined = window.requestIdleCallback
  setTimeout(() => (atRest ? atRest(register, AT_THE_LATEST) : register()), AFTER_MS)
}
