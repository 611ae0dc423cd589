import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Asked = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  cookie?: string
  body?: unknown
  /** Idempotency-Key. */
  key?: string
  /** The address that a proxy would tell; families do not share one. */
  address?: string
  timeoutMs?: number
}

/** Status 0: no answer came, whatever happened on the way. */
export type Told = { status: number; body: Record<string, unknown>; headers: IncomingHttpHeaders; ms: number }

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** One request to the loopback; never throws. */
export function ask(port: number, path: string, asked: Asked = {}): Promise<Told> {
  const { method = 'GET', cookie, body, key, address, timeoutMs = 60_000 } = asked
  const startedAt = performance.now()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
    ...(cookie && { cookie }),
    ...(key && { 'idempotency-key': key }),
    ...(address && { 'x-forwarded-for': address }),
  }
  return new Promise((resolve) => {
    const told = (status: number, answer = '', answerHeaders: IncomingHttpHeaders = {}) =>
      resolve({ status, body: parse(answer), headers: answerHeaders, ms: performance.now() - startedAt })
    const sent = request(
      { host: '127.0.0.1', port, path, method, agent, headers, timeout: timeoutMs },
      (answer) => {
        let received = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          received += chunk
        })
        answer.on('end', () => told(answer.statusCode ?? 0, received, answer.headers))
        answer.on('error', () => told(0))
      },
    )
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => told(0))
    sent.end(text)
  })
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}
