import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { formatWait } from '../http/rate-limiter'
import { route, routes } from '../http/route'
import { createConnectionLimiter } from './connection-limiter'
import { eventFrame, type LiveStream } from './live-streams'

const HEARTBEAT_MS = 25_000
/** A change that was not heard, such as one during a broken connection, is noticed after this many heartbeats. */
const BEATS_PER_CHECK = 4
const HEARTBEAT = Buffer.from(': still here\n\n')
const COME_BACK_SECONDS = 30
/** How much may wait for a slow reader before it is let go; it comes back by itself and reads again. */
const MAX_UNREAD_BYTES = 512 * 1024

const takePlace = createConnectionLimiter()

const listen = route('live.subscribe', {
  method: 'get',
  path: '/live',
  // For how long the page has heard nothing, in milliseconds: it may have read before that.
  request: { query: z.object({ unheard: z.coerce.number().min(0).max(1e12).optional() }) },
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
  const leave = takePlace(c.var.viewer.account?.id, c.var.ipAddress)
  if (!leave)
    throw new AppError('too-many', { wait: formatWait(COME_BACK_SECONDS) }, undefined, COME_BACK_SECONDS)
  return c.body(eventStream(c, leave, c.req.valid('query').unheard), 200, headers) as never
})

/** What happens from now on, until either side ends it. */
function eventStream(
  c: AppContext,
  leave: () => void,
  unheardMs: number | undefined,
): ReadableStream<Uint8Array> {
  const { streams } = c.var.services
  const { signal } = c.req.raw
  let stop = leave
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
        // A browser that comes back may have missed changes while it was away.
        stream.write(eventFrame(c.req.header('last-event-id') ? 'resync' : 'hello', {}))
        const remove = streams.add(stream, unheardMs)
        let beats = 0
        const heartbeat = setInterval(() => {
          stream.write(HEARTBEAT)
          beats += 1
          if (beats % BEATS_PER_CHECK === 0) void streams.recheck(stream)
        }, HEARTBEAT_MS)
        stop = () => {
          isOpen = false
          clearInterval(heartbeat)
          remove()
          leave()
        }
        // Who hangs up before the head of the response is out never cancels it.
        if (signal.aborted) stop()
        else signal.addEventListener('abort', () => stop(), { once: true })
      },
      cancel: () => stop(),
    },
    { highWaterMark: MAX_UNREAD_BYTES, size: (frame) => frame?.byteLength ?? 0 },
  )
}
