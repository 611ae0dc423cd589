import { Agent, get, type IncomingMessage, request } from 'node:http'
import { STAFF_SECRET, secretOf } from './fill'

export type Asked = {
  path: string
  /** A family by its number, staff, or nobody. */
  as?: number | 'staff'
  body?: unknown
  key?: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

const addressOf = (as: Asked['as']) => `10.1.${(typeof as === 'number' ? as : 0) % 200}.7`

function headersOf({ as, key }: Asked): Record<string, string> {
  const secret = as === 'staff' ? STAFF_SECRET : as === undefined ? null : secretOf(as)
  return {
    'x-forwarded-for': addressOf(as),
    ...(secret !== null && { cookie: `aftercare_session=${secret}` }),
    ...(key && { 'idempotency-key': key }),
  }
}

export async function ask(port: number, asked: Asked): Promise<{ status: number; text: string }> {
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      ...headersOf(asked),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const sent = request(
      { host: '127.0.0.1', port, path: asked.path, method: body ? 'POST' : 'GET', agent, headers },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }
}

/** The answer's JSON; anything but success ends the bench, for a refusal is quick. */
export async function answerOf(port: number, asked: Asked): Promise<unknown> {
  const { status, text } = await ask(port, asked)
  if (status !== 200) throw new Error(`${asked.path} answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** How many bytes and lines came, keeping none of them. */
export async function drain(port: number, asked: Asked): Promise<{ bytes: number; lines: number }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: asked.path, headers: headersOf(asked) }, resolve).on('error', reject)
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
      headers: headersOf({ path: '', as: family }),
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
