import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { AppContext, AppEnv } from './context'
import type { Sink, StreamStart } from './sink'

/** How much may wait for a slow reader before it is let go; it comes back by itself and reads again. */
const MOST_WAITING_BYTES = 512 * 1024

/**
 * An endless answer, written to Node's response itself: web streams in between cost more than the writing. Without a
 * Node response, as when the app is asked without a network, it is a web stream after all.
 */
export function streamDirectly(c: AppContext, headers: Record<string, string>, start: StreamStart): Response {
  if (!c.env?.outgoing) return c.body(webStream(start), 200, headers)
  c.set('startStream', start)
  return c.body(null, 200, headers)
}

/** Outermost, so that the head has all headers of the middleware inside. */
export const directStreams: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { startStream } = c.var
  const outgoing = c.env?.outgoing
  if (!startStream || !outgoing) return
  outgoing.writeHead(c.res.status, Object.fromEntries(c.res.headers))
  // What is put in the place of an answer takes over its headers; this one must stay as the adapter knows it.
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT
  const onGone = startStream(nodeSink(outgoing))
  if (outgoing.destroyed) onGone()
  else outgoing.once('close', onGone)
}

function nodeSink(outgoing: ServerResponse): Sink {
  return {
    write(bytes) {
      if (outgoing.destroyed || outgoing.writableEnded) return
      outgoing.write(bytes)
      if (outgoing.writableLength > MOST_WAITING_BYTES) outgoing.destroy()
    },
    end: () => outgoing.end(),
  }
}

function webStream(start: StreamStart): ReadableStream<Uint8Array> {
  let onGone = () => {}
  let isOpen = true
  return new ReadableStream({
    start(controller) {
      onGone = start({
        write: (bytes) => isOpen && controller.enqueue(bytes),
        end() {
          if (!isOpen) return
          isOpen = false
          controller.close()
          onGone()
        },
      })
    },
    cancel() {
      isOpen = false
      onGone()
    },
  })
}
