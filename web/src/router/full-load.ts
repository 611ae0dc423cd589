/** When a page is loaded from the server instead of being rendered by the code that is here already. */

/** Null in development. */
const pageBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null

let isOutdated = false

/** The live stream names the server's build. */
export function setServerBuild(build: unknown): void {
  const own = pageBuild()
  isOutdated = own !== null && typeof build === 'string' && build !== own
}

const blockers = new Set<() => boolean>()

/** For what a full load would lose, without warning before the tab is closed. */
export function blockFullLoad(isBlocked: () => boolean): void {
  blockers.add(isBlocked)
}

const MAX_UNLOAD_MS = 30_000
/** When the browser began to load another page: it aborts what this one is loading, and a reload would stop it. */
let unloadingSince = -MAX_UNLOAD_MS
let isAsking = false
globalThis.window?.addEventListener('beforeunload', () => {
  if (!isAsking) unloadingSince = performance.now()
})
// After Back, the browser may show this very page again.
globalThis.window?.addEventListener('pageshow', () => {
  unloadingSince = -MAX_UNLOAD_MS
})
const isUnloading = () => performance.now() - unloadingSince < MAX_UNLOAD_MS

/** No unsaved input or pending request: whatever warns before the tab is closed is asked too. */
function isSafe(): boolean {
  isAsking = true
  const isUnloadable = window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  isAsking = false
  return isUnloadable && ![...blockers].some((isBlocked) => isBlocked())
}

/** Whether the user's next page comes from the server, because this one's code is out of date. */
export const needsFullLoad = (): boolean => isOutdated && navigator.onLine && isSafe()

const ASKED_KEY = 'aftercare.reload-asked-at'
/** Longer than a part of a page waits before it tries again (`ui/lazy-with-retry.tsx`), also in a hidden tab. */
const MIN_RELOAD_INTERVAL_MS = 120_000

/**
 * Reloads the page, whose code is gone from the server; false if that would lose something, the page is being left
 * anyway, or it was asked for a moment ago: then a reload did not help, and those who ask again and again get none.
 */
export function reloadOnce(): boolean {
  if (isUnloading() || !isSafe()) return false
  try {
    const sinceMs = Date.now() - Number(sessionStorage.getItem(ASKED_KEY))
    sessionStorage.setItem(ASKED_KEY, String(Date.now()))
    if (Math.abs(sinceMs) < MIN_RELOAD_INTERVAL_MS) return false
  } catch {
    // Without storage nothing would stop the page from reloading for ever.
    return false
  }
  window.location.reload()
  return true
}
