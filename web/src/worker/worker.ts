import { API, type Build, createOfflineCache } from './offline-cache'

/** Put in by the build. */
declare const BUILD: Build

/** The little of a service worker's world that is used here; the page's types know nothing of it. */
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
        respondWith(answer: Promise<Response>): void
      },
    ) => void,
  ): void
  skipWaiting(): Promise<void>
  registration: { scope: string; navigationPreload?: { enable(): Promise<void> } }
  clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as WorkerScope

const { origin, pathname: scope } = new URL(worker.registration.scope)
const pages = createOfflineCache({
  origin,
  scope,
  build: BUILD,
  caches,
  fetch: (request, options) => fetch(request, options),
  now: Date.now,
})

// A new build takes over at once: its files bear other names, so an open page of the old one loses nothing by it.
worker.addEventListener('install', (event) => {
  // Where the browser can be told so, it need not even start the worker to hear that it has nothing to say.
  const rule: Rule = { condition: { urlPattern: { pathname: `${API}*` } }, source: 'network' }
  const told = event.addRoutes?.([rule]).catch(() => undefined)
  event.waitUntil(Promise.all([told, pages.install()]).then(() => worker.skipWaiting()))
})
worker.addEventListener('activate', (event) => event.waitUntil(pages.activate().then(takeUp)))

/**
 * A page that works by itself is the worker's from now on, so that its files can come out of the cache. A notice is for
 * the next opening: open pages keep their own line to the server, and the next is asked for while the worker starts.
 */
const takeUp = () =>
  pages.isNotice ? worker.registration.navigationPreload?.enable() : worker.clients.claim()

worker.addEventListener('message', (event) => {
  if (typeof event.data === 'object' && event.data !== null && 'aheadMs' in event.data)
    event.waitUntil(pages.noteClock(Number(event.data.aheadMs)))
})
worker.addEventListener('fetch', (event) => {
  const answer = pages.answer(event.request, event.preloadResponse)
  if (answer) event.respondWith(answer)
})
