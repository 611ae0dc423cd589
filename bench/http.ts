import { get, type IncomingMessage } from 'node:http'
import { httpRequest } from '../testkit/http-client'
import { STAFF_SECRET, secretOf } from './seed'

export type Sent = {
  path: string
  /** A family by its number, staff, or nobody. */
  as?: number | 'staff'
  body?: unknown
  key?: string
}

const addressOf = (as: Sent['as']) => `10.1.${(typeof as === 'number' ? as : 0) % 200}.7`

const cookieOf = (as: Sent['as']) =>
  as === undefined ? undefined : `aftercare_session=${as === 'staff' ? STAFF_SECRET : secretOf(as)}`

const headersOf = (as: Sent['as']) => ({
  'x-forwarded-for': addressOf(as),
  ...(as !== undefined && { cookie: cookieOf(as) }),
})

export const send = (port: number, { path, as, body, key }: Sent) =>
  httpRequest(port, path, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    key,
    cookie: cookieOf(as),
    ipAddress: addressOf(as),
  })

/** The answer's JSON; anything but success ends the bench, for a refusal is quick. */
export async function answerOf(port: number, asked: Sent): Promise<unknown> {
  const { status, body } = await send(port, asked)
  if (status !== 200)
    throw new Error(`${asked.path} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}

/** How many bytes and lines came, keeping none of them. */
export async function drain(port: number, asked: Sent): Promise<{ bytes: number; lines: number }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: asked.path, headers: headersOf(asked.as) }, resolve).on(
      'error',
      reject,
    )
  })
  if (answer.statusCode !== 200) throw new Error(`${asked.path} answered ${answer.statusCode}`)
  let [bytes, lines] = [0, 0]
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1
  }
  return { bytes, lines }
}

/** Opens an event stream; resolves once it has said hello. */
export function listen(port: number, family: number, onText: (text: string) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/api/live',
      agent: false as const,
      headers: headersOf(family),
    }
    const sent = get(options, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`/api/live answered ${answer.statusCode}`))
      answer.setEncoding('utf8').once('data', () => {
        answer.on('data', onText)
        resolve(() => sent.destroy())
      })
      answer.on('error', () => {})
    })
    sent.on('error', reject)
  })
}
