import { type Build, keepPage } from './kept-pages'

/** Put in by the build. */
declare const BUILD: Build

/** The little of a service worker's world that is used here; the page's types know nothing of it. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void
  addEventListener(
    type: 'fetch',
    listener: (
      event: WorkerEvent & { request: Request; respondWith(answer: Promise<Response>): void },
    ) => void,
  ): void
  skipWaiting(): Promise<void>
  registration: { scope: string }
  clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as WorkerScope

const { origin, pathname: scope } = new URL(worker.registration.scope)
const pages = keepPage({
  origin,
  scope,
  build: BUILD,
  caches,
  fetch: (request, options) => fetch(request, options),
  now: Date.now,
})

// A new build takes over at once: its files bear other names, so an open page of the old one loses nothing by it.
worker.addEventListener('install', (event) =>
  event.waitUntil(pages.install().then(() => worker.skipWaiting())),
)
worker.addEventListener('activate', (event) =>
  event.waitUntil(pages.activate().then(() => worker.clients.claim())),
)
worker.addEventListener('message', (event) => {
  if (typeof event.data === 'object' && event.data !== null && 'aheadMs' in event.data)
    event.waitUntil(pages.noteClock(Number(event.data.aheadMs)))
})
worker.addEventListener('fetch', (event) => {
  const answer = pages.answer(event.request)
  if (answer) event.respondWith(answer)
})
