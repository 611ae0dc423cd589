import { Agent, type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import { createApp } from '../app'
import { type HttpServerHandle, listen } from './listen'

const app = await testApp()

const open = () => listen(createApp(app.services), { port: 0, host: '127.0.0.1' })

type Answered = { status: number | undefined; headers: IncomingMessage['headers'] }

function send(door: HttpServerHandle, agent: Agent, body?: Buffer, isChunked = false): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const path = body ? '/api/auth/sign-in' : '/api/health'
    const headers = {
      'content-type': 'application/json',
      ...(body && !isChunked && { 'content-length': body.length }),
    }
    const method = body ? 'POST' : 'GET'
    const sent = request({ host: '127.0.0.1', port: door.port, path, method, agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers }))
      answer.on('error', reject)
    })
    // What is still being written after the answer may break off; the answer is what counts.
    sent.on('socket', (socket) => {
      if (!sent.reusedSocket) socket.on('error', () => {})
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('a kept connection', () => {
  it('lasts longer than the 60 seconds that proxies usually keep theirs', async () => {
    const door = await open()
    const agent = new Agent({ keepAlive: true })
    const { headers } = await send(door, agent)
    expect(Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1])).toBeGreaterThan(60)
    agent.destroy()
    await door.close()
  })

  it.each([
    ['announced', 300_000, false],
    ['not announced', 300_000, true],
    ['announced and huge', 5_000_000, false],
  ])('is given up in words after a body too long, %s, and the next request is answered', async (...given) => {
    const [, bytes, isChunked] = given
    const door = await open()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = 0; round < 3; round += 1) {
      const refused = await send(door, agent, Buffer.alloc(bytes, 'a'), isChunked)
      expect(refused).toMatchObject({ status: 413, headers: { connection: 'close' } })
      expect(await send(door, agent)).toMatchObject({ status: 200 })
    }
    agent.destroy()
    await door.close()
  })

  it('is never cut under a busy client while the server stops', async () => {
    const door = await open()
    const failures: string[] = []
    let answers = 0
    let isOver = false
    const writer = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isOver) {
        try {
          const { headers } = await send(door, agent)
          answers += 1
          // Told to go elsewhere, it does.
          if (headers.connection === 'close') break
        } catch (error) {
          failures.push(String(error))
          break
        }
      }
      agent.destroy()
    }
    const writers = Array.from({ length: 12 }, writer)
    await expect.poll(() => answers).toBeGreaterThan(50)
    await door.drain()
    await door.close()
    isOver = true
    await Promise.all(writers)
    expect(failures).toEqual([])
    expect(answers).toBeGreaterThan(50)
  })

  it('learns from an answer under way at the stop that it was the last', async () => {
    const door = await open()
    const agent = new Agent({ keepAlive: true })
    const holder = await app.services.pool.connect()
    await holder.query('begin')
    await holder.query('lock table accounts in access exclusive mode')
    const waiting = send(door, agent, Buffer.from('{"email":"a@example.com","password":"something"}'))
    await expect
      .poll(async () => {
        const { rows } = await app.services.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    const drained = door.drain()
    await holder.query('rollback')
    holder.release()
    expect(await waiting).toMatchObject({ status: 401, headers: { connection: 'close' } })
    await drained
    agent.destroy()
    await door.close()
  })
})
