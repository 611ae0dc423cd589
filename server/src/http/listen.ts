import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import type { createApp } from '../app'
import type { Config } from '../config'
import { PortTakenError } from '../operator-error'

export type HttpServerHandle = {
  port: number
  /**
   * From now on every answer, those under way included, is the last on its connection and says so: a kept
   * connection that ends without that word could take its next request with it.
   */
  drain(): Promise<void>
  /** Requests in flight finish; whatever has not after a short grace is cut. */
  close(): Promise<void>
}

const DRAIN_MS = 800
const SETTLE_MS = 150
export const GRACE_MS = 3_000

export function listen(app: ReturnType<typeof createApp>, config: Pick<Config, 'port' | 'host'>) {
  return new Promise<HttpServerHandle>((resolve, reject) => {
    const server = serve(
      { fetch: app.fetch, port: config.port, ...(config.host && { hostname: config.host }) },
      ({ port }) => resolve({ port, drain, close: () => closeServer(server) }),
    ) as Server
    server.requestTimeout = 30_000
    server.headersTimeout = 10_000
    // Longer than a usual proxy keeps its end, 60 s: it must never send into a connection that we just closed.
    server.keepAliveTimeout = 75_000
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortTakenError(config.port) : error)
    })
    const drain = drainConnections(server)
  })
}

function drainConnections(server: Server): () => Promise<void> {
  const underWay = new Set<ServerResponse>()
  let isStopping = false
  server.prependListener('request', (_, response) => {
    if (isStopping) response.shouldKeepAlive = false
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  return async () => {
    isStopping = true
    for (const response of underWay) if (!response.headersSent) response.shouldKeepAlive = false
    await sleep(DRAIN_MS)
  }
}

/** node:http would cut at once whoever has connected and not yet sent: only the listening ends at once. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  NetServer.prototype.close.call(server)
  const tidy = setTimeout(() => server.close(() => {}).closeIdleConnections(), SETTLE_MS)
  const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await closed
  clearTimeout(tidy)
  clearTimeout(cut)
}
