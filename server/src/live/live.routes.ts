import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { streamDirectly } from '../http/direct-stream'
import { waitingTime } from '../http/limits'
import { route, routes } from '../http/route'
import type { Sink } from '../http/sink'
import { eventFrame, type LiveStream } from './live-streams'
import { createStreamPlaces } from './stream-places'

const HEARTBEAT_MS = 25_000
/** A change that was not heard, such as one during a broken connection, is noticed after this many heartbeats. */
const BEATS_PER_CHECK = 4
const HEARTBEAT = Buffer.from(': still here\n\n')
const COME_BACK_SECONDS = 30

const takePlace = createStreamPlaces()

const listen = route('live.listen', {
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
  const leave = takePlace(c.var.viewer.account?.id, c.var.clientAddress)
  if (!leave)
    throw new AppError('too-many', { wait: waitingTime(COME_BACK_SECONDS) }, undefined, COME_BACK_SECONDS)
  const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
  return streamDirectly(c, headers, (sink) => follow(c, sink, leave, c.req.valid('query').unheard)) as never
})

/** Tells the stream what happens from now on; answers how to stop. */
function follow(c: AppContext, sink: Sink, leave: () => void, unheardMs: number | undefined): () => void {
  const { streams } = c.var.services
  const stream: LiveStream = { viewer: c.var.viewer, ...sink }
  // A browser that comes back may have missed changes while it was away.
  sink.write(eventFrame(c.req.header('last-event-id') ? 'resync' : 'hello', {}))
  const remove = streams.add(stream, unheardMs)
  let beats = 0
  const heartbeat = setInterval(() => {
    sink.write(HEARTBEAT)
    beats += 1
    if (beats % BEATS_PER_CHECK === 0) void streams.recheck(stream)
  }, HEARTBEAT_MS)
  return () => {
    clearInterval(heartbeat)
    remove()
    leave()
  }
}
