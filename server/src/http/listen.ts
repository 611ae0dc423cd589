import { once } from 'node:events'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import type { createApp } from '../app'
import type { Config } from '../config'
import { AppError } from '../errors'
import { OperatorError, reasonOf } from '../operator-error'

export type HttpServerHandle = {
  port: number
  /**
   * First step of the shutdown: from now on every response, including those in progress, sends `Connection: close`.
   * Closing a keep-alive connection without it could lose the client's next request.
   */
  drain(): Promise<void>
  /** Waits for requests in progress; connections still open after the grace period are closed. */
  close(): Promise<void>
}

const DRAIN_MS = 800
const IDLE_CLOSE_DELAY_MS = 150
export const GRACE_MS = 3_000

type ListenOptions = Pick<Config, 'port' | 'host'>

export function listen(app: ReturnType<typeof createApp>, config: ListenOptions) {
  return new Promise<HttpServerHandle>((resolve, reject) => {
    const server = serve(
      { fetch: app.fetch, port: config.port, ...(config.host && { hostname: config.host }) },
      ({ port }) => resolve({ port, drain, close: () => closeServer(server) }),
    ) as Server
    server.requestTimeout = 30_000
    server.headersTimeout = 10_000
    // Longer than the usual 60 s of a proxy, which must never reuse a connection that we have just closed.
    server.keepAliveTimeout = 75_000
    server.on('clientError', answerUnreadable)
    server.once('error', (error) => reject(listenError(config, error)))
    const drain = drainConnections(server)
  })
}

/** Node answers what it cannot parse, such as a URL of 16 kB, without a body. */
function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) return
  const { status, body } = new AppError(code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'bad-request')
  const json = JSON.stringify(body)
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\nconnection: close`
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${json}`)
}

function listenError({ port, host }: ListenOptions, error: NodeJS.ErrnoException): OperatorError {
  return new OperatorError(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is already in use by another program. Stop it, or set PORT to a free one.`
      : `The server cannot listen on ${host ? `HOST ${host} and ` : ''}PORT ${port}: ${reasonOf(error)}.`,
  )
}

function drainConnections(server: Server): () => Promise<void> {
  const pending = new Set<ServerResponse>()
  let isStopping = false
  server.prependListener('request', (_, response) => {
    if (isStopping) response.shouldKeepAlive = false
    pending.add(response)
    response.once('close', () => pending.delete(response))
  })
  return async () => {
    isStopping = true
    for (const response of pending) if (!response.headersSent) response.shouldKeepAlive = false
    await sleep(DRAIN_MS)
  }
}

/** http.Server.close would at once drop clients that have connected but not sent yet, so first only stop listening. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  NetServer.prototype.close.call(server)
  const closeIdle = setTimeout(() => server.close(() => {}).closeIdleConnections(), IDLE_CLOSE_DELAY_MS)
  const closeAll = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await closed
  clearTimeout(closeIdle)
  clearTimeout(closeAll)
}
