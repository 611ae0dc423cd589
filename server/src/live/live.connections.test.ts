import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { describe, expect, it, vi } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { listenerFor } from '../../testing/live'
import { type TestClient, testApp } from '../../testing/test-app'
import { createApp } from '../app'
import { execute, sql } from '../db/sql'

const app = await testApp()
const listen = listenerFor(app)
const build = buildersFor(app.services.db)

/** The app over a real connection. */
async function startServer() {
  const server = serve({ fetch: createApp(app.services).fetch, port: 0 }) as Server
  await new Promise((resolve) => server.once('listening', resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { server, port: (server.address() as AddressInfo).port, close }
}

describe('live changes', () => {
  it('are sent over a real connection with the usual headers', async () => {
    const { port, close } = await startServer()
    const raw: TestClient['raw'] = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
    const stream = await listen({ ...app.visitor, raw })
    expect((await stream.next())?.event).toBe('hello')
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff')
    await execute(
      app.services.db,
      sql`update site_content set title = 'Here' where section_name = 'about_aftercare'`,
    )
    expect(await stream.next()).toMatchObject({ data: { row: { title: 'Here' } } })
    await stream.stop()
    await close()
  })

  it('disconnect a client that does not read', async () => {
    const { server, port, close } = await startServer()
    const dropped = new Promise((resolve) =>
      server.once('connection', (socket) => socket.once('close', resolve)),
    )
    const reader = connect(port, '127.0.0.1').on('error', () => undefined)
    reader.pause().write('GET /api/live HTTP/1.1\r\nHost: aftercare\r\n\r\n')
    let isDropped = false
    void dropped.then(() => {
      isDropped = true
    })
    // Fills the socket buffers, and then more than the server buffers.
    await vi.waitFor(
      async () => {
        const change = { table: 'months', type: 'UPDATE', is_public: true, section_name: 'x'.repeat(7_000) }
        await execute(
          app.services.db,
          sql`select pg_notify('changes', (${JSON.stringify(change)}::jsonb || jsonb_build_object('id', n::text))::text)
            from generate_series(1, 300) n`,
        )
        expect(isDropped).toBe(true)
      },
      { timeout: 30_000, interval: 10 },
    )
    reader.destroy()
    await close()
  })

  it('are limited per account, and a closed stream makes room', async () => {
    const client = await app.as(await build.aParent())
    // HEAD requests open none.
    for (let n = 0; n < 30; n += 1)
      expect((await client.raw('/api/live', { method: 'HEAD' })).status).toBe(200)
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(client)))
    await Promise.all(streams.map((stream) => stream.next()))
    const rejected = await client.get('/api/live')
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get('retry-after')).toBe('30')
    await streams[0]?.stop()
    const another = await vi.waitFor(async () => {
      const stream = await listen(client)
      expect((await stream.next())?.event).toBe('hello')
      return stream
    }, 30_000)
    await Promise.all([another, ...streams.slice(1)].map((stream) => stream.stop()))
  })
})
