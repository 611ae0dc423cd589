const RELOAD = 1
const BACK_FORWARD = 2

/**
 * How the browser came to this page, by the older interface: at times Chromium has no entry of the newer one, and after
 * such a reload the page would not be known as reloaded. Undefined on the server.
 */
const type: number | undefined = globalThis.performance.navigation?.type

export const isReload = type === RELOAD
export const isBackForward = type === BACK_FORWARD
