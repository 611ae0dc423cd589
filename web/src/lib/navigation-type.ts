/**
 * How the browser came to this page. At times Chromium has no entry, so the older interface is asked too, which in turn
 * does not know of a restored tab. Undefined on the server.
 */
const [entry] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[]
const legacyType: number | undefined = performance.navigation?.type

export const isReload = entry?.type === 'reload' || legacyType === 1
export const isBackForward = entry?.type === 'back_forward' || legacyType === 2
