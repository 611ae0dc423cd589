import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { route, routes } from '../http/route'
import { createConnectionLimiter } from './connection-limiter'
import { eventFrame, type Gap, type LiveStream } from './live-streams'

/** A browser that receives nothing for 45 s (`web/src/lib/live.ts`) reconnects: one lost heartbeat is not enough. */
export const HEARTBEAT_MS = 20_000
/** The session is checked again every this many heartbeats, in case its end was missed. */
const HEARTBEATS_PER_RECHECK = 5
/** An event, because scripts cannot see comments. Without an id: nothing is missed with it. */
const HEARTBEAT = Buffer.from('event: heartbeat\ndata: {}\n\n')
const RETRY_AFTER_SECONDS = 30
/** Beyond this a slow client is disconnected; it reconnects and resyncs by itself. */
const MAX_BUFFERED_BYTES = 512 * 1024

const acquireConnection = createConnectionLimiter()

const milliseconds = z.coerce.number().min(0).max(1e12).optional()

const listen = route('live.subscribe', {
  method: 'get',
  path: '/live',
  // How long the page has been without events, in milliseconds: its data may be that old. Pages loaded before an upgrade
  // call it `unheard`. A page that came with its data knows better: from which event on.
  request: {
    query: z.object({ stale_ms: milliseconds, unheard: milliseconds, after: z.string().max(40).optional() }),
  },
  responses: {
    200: {
      description: 'Changes as server-sent events, named by table',
      content: { 'text/event-stream': {} },
    },
  },
})

export const liveRoutes = routes().openapi(listen, (c) => {
  const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
  // Nobody would read the stream, and nothing would end it.
  if (c.req.method === 'HEAD') return c.body(null, 200, headers) as never
  const release = acquireConnection(c.var.viewer.account?.id, c.var.ipAddress)
  if (!release) throw new AppError('too-many', { wait: RETRY_AFTER_SECONDS }, undefined, RETRY_AFTER_SECONDS)
  const { stale_ms, unheard, after } = c.req.valid('query')
  return c.body(eventStream(c, release, { after, staleMs: stale_ms ?? unheard }), 200, headers) as never
})

/** Events from now on, until either side ends the stream. */
function eventStream(c: AppContext, release: () => void, gap: Gap): ReadableStream<Uint8Array> {
  const { streams } = c.var.services
  const { signal } = c.req.raw
  let stop = release
  return new ReadableStream(
    {
      start(controller) {
        let isOpen = true
        const stream: LiveStream = {
          viewer: c.var.viewer,
          write(frame) {
            if (!isOpen) return
            controller.enqueue(frame)
            if ((controller.desiredSize ?? 0) <= 0) c.env?.outgoing?.destroy()
          },
          end() {
            if (!isOpen) return
            controller.close()
            stop()
          },
        }
        // A reconnecting browser may have missed changes. A page of another build loads its next page from the server,
        // and one whose session has ended since it loaded signs out.
        const event = c.req.header('last-event-id') ? 'resync' : 'hello'
        stream.write(eventFrame(event, { build: c.var.buildId, user_id: c.var.viewer.account?.id ?? null }))
        const remove = streams.add(stream, gap)
        let heartbeats = 0
        const heartbeat = setInterval(() => {
          stream.write(HEARTBEAT)
          heartbeats += 1
          if (heartbeats % HEARTBEATS_PER_RECHECK === 0) void streams.recheck(stream)
        }, HEARTBEAT_MS)
        stop = () => {
          isOpen = false
          clearInterval(heartbeat)
          remove()
          release()
        }
        // A client that disconnects before the response headers are sent never cancels the stream.
        if (signal.aborted) stop()
        else signal.addEventListener('abort', () => stop(), { once: true })
      },
      cancel: () => stop(),
    },
    { highWaterMark: MAX_BUFFERED_BYTES, size: (frame) => frame?.byteLength ?? 0 },
  )
}
