import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type HttpRequest = {
  method?: undefined | 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  cookie?: string | undefined
  body?: unknown
  /** A file as the whole body, instead of JSON. */
  file?: string | undefined
  /** Idempotency-Key. */
  key?: string | undefined
  /** Sent as X-Forwarded-For: rate limits are per IP address. */
  ipAddress?: string | undefined
  timeoutMs?: number
}

/** Status 0: no response. The body is parsed if it is JSON. */
export type HttpResponse<Body = unknown> = {
  status: number
  body: Body
  headers: IncomingHttpHeaders
  ms: number
}

const agent = new Agent({ keepAlive: true })

/** One request to a server on this machine; never throws. */
export function httpRequest<Body = unknown>(
  port: number,
  path: string,
  { method = 'GET', cookie, body, file, key, ipAddress, timeoutMs = 60_000 }: HttpRequest = {},
): Promise<HttpResponse<Body>> {
  const startedAt = performance.now()
  const sentBody = file ?? (body === undefined ? undefined : JSON.stringify(body))
  const headers = {
    ...(sentBody !== undefined && {
      'content-type': file === undefined ? 'application/json' : 'text/csv',
      'content-length': Buffer.byteLength(sentBody),
    }),
    ...(cookie && { cookie }),
    ...(key && { 'idempotency-key': key }),
    ...(ipAddress && { 'x-forwarded-for': ipAddress }),
  }
  return new Promise((resolve) => {
    const done = (status: number, text = '', received: IncomingHttpHeaders = {}) =>
      resolve({
        status,
        body: parse(text, received) as Body,
        headers: received,
        ms: performance.now() - startedAt,
      })
    const sent = request(
      { host: '127.0.0.1', port, path, method, agent, headers, timeout: timeoutMs },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => done(response.statusCode ?? 0, text, response.headers))
        response.on('error', () => done(0))
      },
    )
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => done(0))
    sent.end(sentBody)
  })
}

function parse(text: string, headers: IncomingHttpHeaders): unknown {
  return headers['content-type']?.includes('json') ? JSON.parse(text) : text
}
