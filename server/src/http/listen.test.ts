import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import { createApp } from '../app'
import { OperatorError } from '../operator-error'
import { type HttpServerHandle, listen } from './listen'

const app = await testApp()

const open = () => listen(createApp(app.services), { port: 0, host: '127.0.0.1' })

type ReceivedResponse = { status: number | undefined; headers: IncomingMessage['headers'] }

function send(
  server: HttpServerHandle,
  agent: Agent,
  body?: Buffer,
  isChunked = false,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const path = body ? '/api/auth/sign-in' : '/api/health'
    const headers = {
      'content-type': 'application/json',
      ...(body && !isChunked && { 'content-length': body.length }),
    }
    const method = body ? 'POST' : 'GET'
    const sent = request(
      { host: '127.0.0.1', port: server.port, path, method, agent, headers },
      (response) => {
        response.resume()
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers }))
        response.on('error', reject)
      },
    )
    // Writing the rest of the body may fail after the response has arrived; only the response counts.
    sent.on('socket', (socket) => {
      if (!sent.reusedSocket) socket.on('error', () => {})
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('a server that cannot listen says why in one sentence', () => {
  const errorOf = (config: { port: number; host: string }) =>
    listen(createApp(app.services), config).catch((error) => error)

  it('if HOST is not of this machine', async () => {
    const error = await errorOf({ port: 0, host: '203.0.113.1' })
    expect(error).toBeInstanceOf(OperatorError)
    expect(error.message).toMatch(
      /^The server cannot listen on HOST 203\.0\.113\.1 and PORT 0: .*EADDRNOTAVAIL.*\.$/,
    )
  })

  it('if the port is taken', async () => {
    const server = await open()
    const error = await errorOf({ port: server.port, host: '127.0.0.1' })
    expect(error).toBeInstanceOf(OperatorError)
    expect(error.message).toMatch(/^Port \d+ is already in use by another program\./)
    await server.close()
  })
})

describe('a keep-alive connection', () => {
  it('lasts longer than the usual 60 seconds of a proxy', async () => {
    const server = await open()
    const agent = new Agent({ keepAlive: true })
    const { headers } = await send(server, agent)
    expect(Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1])).toBeGreaterThan(60)
    agent.destroy()
    await server.close()
  })

  it.each([
    ['with Content-Length', 300_000, false],
    ['chunked', 300_000, true],
    ['with Content-Length and huge', 5_000_000, false],
  ])(
    'is closed with a clear error after an oversized body, %s, and the next request works',
    async (...given) => {
      const [, bytes, isChunked] = given
      const server = await open()
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let round = 0; round < 3; round += 1) {
        const rejected = await send(server, agent, Buffer.alloc(bytes, 'a'), isChunked)
        expect(rejected).toMatchObject({ status: 413, headers: { connection: 'close' } })
        expect(await send(server, agent)).toMatchObject({ status: 200 })
      }
      agent.destroy()
      await server.close()
    },
  )

  it('is never cut off under a busy client during shutdown', async () => {
    const server = await open()
    const failures: string[] = []
    let responses = 0
    let isOver = false
    const writer = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isOver) {
        try {
          const { headers } = await send(server, agent)
          responses += 1
          // The client must reconnect elsewhere.
          if (headers.connection === 'close') break
        } catch (error) {
          failures.push(String(error))
          break
        }
      }
      agent.destroy()
    }
    const writers = Array.from({ length: 12 }, writer)
    await expect.poll(() => responses).toBeGreaterThan(50)
    await server.drain()
    await server.close()
    isOver = true
    await Promise.all(writers)
    expect(failures).toEqual([])
    expect(responses).toBeGreaterThan(50)
  })

  it('gets Connection: close with a response in progress at shutdown', async () => {
    const server = await open()
    const agent = new Agent({ keepAlive: true })
    const holder = await app.services.pool.connect()
    await holder.query('begin')
    await holder.query('lock table accounts in access exclusive mode')
    const waiting = send(server, agent, Buffer.from('{"email":"a@example.com","password":"something"}'))
    await expect
      .poll(async () => {
        const { rows } = await app.services.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    const drained = server.drain()
    await holder.query('rollback')
    holder.release()
    expect(await waiting).toMatchObject({ status: 401, headers: { connection: 'close' } })
    await drained
    agent.destroy()
    await server.close()
  })
})

describe('a request that Node cannot parse', () => {
  const answerTo = async (text: string) => {
    const server = await open()
    const socket = connect(server.port, '127.0.0.1')
    socket.end(text)
    let answer = ''
    for await (const part of socket) answer += part
    await server.close()
    return { status: answer.split(' ')[1], body: JSON.parse(answer.split('\r\n\r\n')[1] ?? '') }
  }

  it.each([
    [
      'a URL of 20 kB',
      `GET /api/health?page=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      '413',
      'too-large',
    ],
    ['no HTTP', 'hello\r\n\r\n', '400', 'bad-request'],
  ])('is answered with a sentence: %s', async (_, text, status, code) => {
    const answer = await answerTo(text)
    expect(answer).toMatchObject({ status, body: { error: { code } } })
  })
})
