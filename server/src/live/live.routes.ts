import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { route, routes } from '../http/route'
import { eventFrame, type LiveStream } from './live-streams'

/** A browser that receives nothing for 45 s (`web/src/lib/live.ts`) reconnects: one lost heartbeat is not enough. */
export const HEARTBEAT_MS = 20_000
/** The session is checked again every this many heartbeats, in case its end was missed. */
const HEARTBEATS_PER_RECHECK = 5
const RETRY_AFTER_SECONDS = 30
/** Beyond this a slow client is disconnected; it reconnects and refetches. */
const MAX_BUFFERED_BYTES = 512 * 1024

const listen = route('live.subscribe', {
  method: 'get',
  path: '/live',
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
  const release = c.var.services.acquireConnection(c.var.viewer.account?.id, c.var.ipAddress)
  if (!release)
    throw new AppError('too-many', { wait: RETRY_AFTER_SECONDS }, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return c.body(eventStream(c, release), 200, headers) as never
})

/** Events from now on, until either side ends the stream. */
function eventStream(c: AppContext, release: () => void): ReadableStream<Uint8Array> {
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
        // A page of another build loads its next page from the server, one whose session has ended since it loaded signs
        // out, and one that loaded before a change refetches.
        const hello = {
          build: c.var.buildId,
          user_id: c.var.viewer.account?.id ?? null,
          pages: streams.count(),
          ...streams.missedBy(c.var.viewer),
        }
        stream.write(eventFrame('hello', hello))
        const remove = streams.add(stream)
        let heartbeats = 0
        const heartbeat = setInterval(() => {
          // An event, because scripts cannot see comments.
          stream.write(eventFrame('heartbeat', { pages: streams.count() }))
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
