import { get, type IncomingMessage } from 'node:http'
import { httpRequest } from '../testkit/http-client'
import { STAFF_SECRET, secretOf } from './seed'

export type BenchRequest = {
  path: string
  /** A family by number, staff, or signed out. */
  as?: number | 'staff'
  body?: unknown
  key?: string
}

const ipAddressOf = (as: BenchRequest['as']) => `10.1.${(typeof as === 'number' ? as : 0) % 200}.7`

const cookieOf = (as: BenchRequest['as']) =>
  as === undefined ? undefined : `aftercare_session=${as === 'staff' ? STAFF_SECRET : secretOf(as)}`

const headersOf = (as: BenchRequest['as']) => ({
  'x-forwarded-for': ipAddressOf(as),
  ...(as !== undefined && { cookie: cookieOf(as) }),
})

export const send = (port: number, { path, as, body, key }: BenchRequest) =>
  httpRequest(port, path, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    key,
    cookie: cookieOf(as),
    ipAddress: ipAddressOf(as),
  })

/** The response's JSON; any error ends the bench, because errors are fast and would distort it. */
export async function fetchJson(port: number, request: BenchRequest): Promise<unknown> {
  const { status, body } = await send(port, request)
  if (status !== 200)
    throw new Error(`${request.path} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}

/** Counts bytes and lines without buffering them. */
export async function drain(port: number, request: BenchRequest): Promise<{ bytes: number; lines: number }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: request.path, headers: headersOf(request.as) }, resolve).on(
      'error',
      reject,
    )
  })
  if (response.statusCode !== 200) throw new Error(`${request.path} answered ${response.statusCode}`)
  let [bytes, lines] = [0, 0]
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1
  }
  return { bytes, lines }
}

/** Opens an event stream; resolves on its first data. */
export function listen(port: number, family: number, onText: (text: string) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/api/live',
      agent: false as const,
      headers: headersOf(family),
    }
    const request = get(options, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`/api/live answered ${response.statusCode}`))
      response.setEncoding('utf8').once('data', () => {
        response.on('data', onText)
        resolve(() => request.destroy())
      })
      response.on('error', () => {})
    })
    request.on('error', reject)
  })
}
