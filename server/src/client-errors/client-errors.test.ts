import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { createApp } from '../app'
import { execute, sql } from '../db/sql'
import { createLog } from '../log'

let lines: string[] = []
let app: TestApp
let folder: string
let served: ReturnType<typeof createApp>

/** `export const f = () => { throw … }` of `web/src/features/broken.tsx`, line 12, column 5 at 1:9. */
const MAP = { version: 3, names: [], sources: ['../../src/features/broken.tsx'], mappings: 'QAWI' }

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      done()
    },
  })
  app = await startTestApp({ log: createLog({ logLevel: 'info' }, sink), env: { TRUST_PROXY: '1' } })
  folder = mkdtempSync(join(tmpdir(), 'aftercare-maps-'))
  for (const name of ['dist/assets', 'maps']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(
    join(folder, 'dist/index.html'),
    '<html><head></head><body><div id="root"></div></body></html>',
  )
  writeFileSync(join(folder, 'dist/assets/page-Ab3_x9Qz.js'), 'export {}')
  writeFileSync(join(folder, 'maps/page-Ab3_x9Qz.js.map'), JSON.stringify(MAP))
  served = createApp(app.services, join(folder, 'dist'))
})
beforeEach(async () => {
  lines = []
  await execute(app.services.db, sql`delete from rate_limits`)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.stop()
})

const REPORT = {
  message: 'TypeError: x is not a function',
  stack: 'render (/assets/page-Ab3_x9Qz.js:1:9)\n/assets/older-Cd4_y8Wv.js:1:2',
  route: '/monthly-signup/:month?',
  build: 'Zk3aPq81LmN0xYw7',
  kind: 'render',
}

const send = (body: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(
    served.request('/api/client-errors', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/133.0', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
const logged = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'an error in a browser')

describe('an error in a browser', () => {
  it('is logged with build, route, browser and the lines of the source', async () => {
    const response = await send(REPORT)
    expect(response.status).toBe(204)
    expect(logged()).toEqual([
      expect.objectContaining({
        kind: 'render',
        error: 'TypeError: x is not a function',
        at: ['render (web/src/features/broken.tsx:12:5)', '/assets/older-Cd4_y8Wv.js:1:2'],
        route: '/monthly-signup/:month?',
        build: 'Zk3aPq81LmN0xYw7',
        browser: 'Mozilla/5.0 Firefox/133.0',
        requestId: response.headers.get('x-request-id'),
      }),
    ])
  })

  it('is accepted of visitors with its message alone', async () => {
    expect((await send({ message: 'boom' })).status).toBe(204)
    expect(logged()).toEqual([expect.objectContaining({ kind: 'other', error: 'boom', at: [], route: null })])
  })

  it('says no more in the log than what it may', async () => {
    const hostile = {
      message: 'ana@secret-mail.example at https://x.example/join/Zk3aPq81LmN0xYw72BvC?name=Maya "Maya Diaz"',
      stack:
        'Error: Maya Diaz\n at https://x.example/guest-registration/Zk3aPq81LmN0xYw72BvC:1:2\n{"level":60}',
      route: '/guest-registration/Zk3aPq81LmN0xYw72BvC?lang=es',
      build: 'a build of Maya',
      kind: 'Maya',
    }
    expect((await send(hostile)).status).toBe(204)
    const [line] = lines
    expect(lines).toHaveLength(1)
    for (const secret of ['Maya', 'secret-mail', 'Zk3aPq81', '?name', '?lang'])
      expect(line).not.toContain(secret)
  })

  it.each([
    ['/', '/'],
    ['/admin/parent-users/:parentId', '/admin/parent-users/:parentId'],
    ['/admin/*', '/admin/*'],
    ['/children/Maya', null],
    ['/admin/parents/guest-ana@x.example', null],
    ['/monthly-signup?month=1', null],
    [`/${'a'.repeat(5_000)}!`, null],
  ])('names the route %s only if it is one that is declared', async (route, loggedRoute) => {
    expect((await send({ ...REPORT, route })).status).toBe(204)
    expect(logged()).toEqual([expect.objectContaining({ route: loggedRoute })])
  })

  it('forges no line', async () => {
    expect((await send({ ...REPORT, message: 'one\n{"level":60,"msg":"forged"}\r\ntwo' })).status).toBe(204)
    expect(logged()).toHaveLength(1)
    expect(lines).toHaveLength(1)
  })

  it('is rejected with control characters', async () => {
    expect((await send({ ...REPORT, message: 'a\u001b[31m' })).status).toBe(422)
    expect(logged()).toEqual([])
  })

  it.each([
    ['no JSON', 'nonsense', 400],
    ['no message', { stack: '' }, 422],
    ['a message that is no text', { message: { a: 1 } }, 422],
  ])('is rejected as %s', async (_, body, status) => {
    expect((await send(body)).status).toBe(status)
    expect(logged()).toEqual([])
  })

  it('is rejected above 8 kB, however it is sent', async () => {
    const body = JSON.stringify({ ...REPORT, message: 'a'.repeat(8 * 1024) })
    const response = await send(body, { 'content-length': String(body.length) })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: 'too-large' } })
    expect((await send(body, { 'transfer-encoding': 'chunked' })).status).toBe(413)
    expect(logged()).toEqual([])
  })

  it('is accepted ten times at once of one network, and of another one meanwhile', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await send(REPORT)).status)
    expect(statuses).toEqual([...Array(10).fill(204), 429])
    expect((await send(REPORT, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(204)
    expect(logged()).toHaveLength(11)
  })
})

it('source maps are not served', async () => {
  for (const path of [
    '/maps/page-Ab3_x9Qz.js.map',
    '/assets/page-Ab3_x9Qz.js.map',
    '/assets/../../maps/page-Ab3_x9Qz.js.map',
  ])
    expect(await (await served.request(path)).text()).not.toContain('mappings')
  expect((await served.request('/assets/page-Ab3_x9Qz.js')).status).toBe(200)
})
