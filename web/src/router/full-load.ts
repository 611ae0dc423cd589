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

/** No unsaved input or pending request: whatever warns before the tab is closed is asked too. */
function isSafe(): boolean {
  const isUnloadable = window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return isUnloadable && ![...blockers].some((isBlocked) => isBlocked())
}

/** Whether the user's next page comes from the server, because this one's code is out of date. */
export const needsFullLoad = (): boolean => isOutdated && navigator.onLine && isSafe()

const RELOADED_KEY = 'aftercare.reloaded-at'
const MIN_RELOAD_INTERVAL_MS = 60_000

/**
 * Reloads the page, whose code is gone from the server; false if that would lose something, or was tried a moment ago
 * and did not help.
 */
export function reloadOnce(): boolean {
  if (!isSafe()) return false
  try {
    const sinceMs = Date.now() - Number(sessionStorage.getItem(RELOADED_KEY))
    if (Math.abs(sinceMs) < MIN_RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  } catch {
    // Without storage nothing would stop the page from reloading for ever.
    return false
  }
  window.location.reload()
  return true
}
