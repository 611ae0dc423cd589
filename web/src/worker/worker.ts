import { API, type Build, createOfflineCache } from './offline-cache'

/** Injected by the build. */
declare const BUILD: Build

/** The service worker types used here; the DOM library has none of them. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type Rule = { condition: { urlPattern: { pathname: string } }; source: 'network' }
type WorkerScope = {
  addEventListener(
    type: 'install',
    listener: (event: WorkerEvent & { addRoutes?: (rules: Rule[]) => Promise<void> }) => void,
  ): void
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void
  addEventListener(
    type: 'fetch',
    listener: (
      event: WorkerEvent & {
        request: Request
        preloadResponse?: Promise<Response | undefined>
        respondWith(response: Promise<Response>): void
      },
    ) => void,
  ): void
  skipWaiting(): Promise<void>
  registration: { scope: string; navigationPreload?: { enable(): Promise<void> } }
  clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as WorkerScope

const { origin, pathname: scope } = new URL(worker.registration.scope)
const offlineCache = createOfflineCache({
  origin,
  scope,
  build: BUILD,
  caches,
  fetch: (request, options) => fetch(request, options),
  now: Date.now,
})

// A new build takes over at once: its files have other names, so open pages of the old one still work.
worker.addEventListener('install', (event) => {
  // Where static routing is supported, API requests bypass the worker without starting it.
  const rule: Rule = { condition: { urlPattern: { pathname: `${API}*` } }, source: 'network' }
  const routesAdded = event.addRoutes?.([rule]).catch(() => undefined)
  event.waitUntil(Promise.all([routesAdded, offlineCache.install()]).then(() => worker.skipWaiting()))
})
worker.addEventListener('activate', (event) => event.waitUntil(offlineCache.activate().then(onActivated)))

/**
 * An offline page is claimed at once, so that its files can come from the cache. A notice only concerns the next
 * navigation, which is preloaded while the worker starts.
 */
const onActivated = () =>
  offlineCache.isNotice ? worker.registration.navigationPreload?.enable() : worker.clients.claim()

worker.addEventListener('message', (event) => {
  if (typeof event.data === 'object' && event.data !== null && 'clockOffsetMs' in event.data)
    event.waitUntil(offlineCache.storeFacts(Number(event.data.clockOffsetMs), programOf(event.data)))
})

const programOf = (data: object) =>
  'program' in data && typeof data.program === 'string' ? data.program : null

worker.addEventListener('fetch', (event) => {
  const response = offlineCache.handle(event.request, event.preloadResponse)
  if (response) event.respondWith(response)
})
