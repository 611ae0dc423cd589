import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { createApp } from '../app'
import { createLog } from '../log'
import { serializeError } from '../serialize-error'

/** Streams never end by themselves. */
const STREAMS = new Set(['/api/live'])
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const EMAIL = 'Marker+Tag@secret-mail.example'
/** As browsers, curl and careless scripts send it. */
const SPELLINGS = [
  EMAIL,
  EMAIL.toUpperCase(),
  encodeURIComponent(EMAIL),
  encodeURIComponent(EMAIL.toUpperCase()),
  encodeURIComponent(encodeURIComponent(EMAIL)),
  `guest-${encodeURIComponent(EMAIL)}`,
  `GUEST-${EMAIL}`,
]
const PAGES = ['/', '/admin/parents/:id', '/monthly-signup/:month?']

let text = ''
let app: TestApp
let admin: { id: string }
let folder: string
let web: ReturnType<typeof createApp>
let paths: { method: string; path: string }[]

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  app = await startTestApp({ log: createLog({ logLevel: 'trace' }, sink) })
  admin = await buildersFor(app.services.db).anAdmin()
  folder = mkdtempSync(join(tmpdir(), 'aftercare-logged-'))
  const page = { title: null, files: [], requests: {}, isRendered: true, access: 'anyone' }
  const pages = Object.fromEntries(PAGES.map((path) => [path, { ...page, signedIn: path }]))
  writeFileSync(join(folder, 'index.html'), '<html><head></head><body><div id="root"></div></body></html>')
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ pages, translations: {} }))
  web = createApp(app.services, folder, async ({ url }) => {
    throw new Error(`cannot render ${url}`)
  })
  const { body } = await app.visitor.get('/api/openapi.json')
  paths = Object.entries<Record<string, unknown>>(body.paths)
    .filter(([path]) => !STREAMS.has(path))
    .flatMap(([path, operations]) =>
      METHODS.filter((method) => operations[method]).map((method) => ({ method, path })),
    )
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  text = ''
})

const expectNoMarker = () =>
  expect(text.split('\n').filter((line) => /marker|secret-mail/i.test(line))).toEqual([])

const everywhereIn = (path: string) =>
  SPELLINGS.map((email) => `${path.replace(/\{[^}]+\}/g, email)}?search=${email}&email=${email}&${email}`)

it('no log has what is in the URL of any route, found or not, allowed or not', async () => {
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.some(({ path }) => path.includes('{'))).toBe(true)
  for (const { method, path } of [...paths, { method: 'get', path: '/api/no-such-route/{id}' }]) {
    // A new session each time: one of the routes signs out.
    const staff = await app.as(admin)
    const body = method === 'get' || method === 'delete' ? {} : { body: '{}' }
    for (const url of everywhereIn(path))
      for (const client of [staff, app.visitor])
        await client.raw(url, { method: method.toUpperCase(), ...body })
  }
  expect(text).toContain('"msg":"request rejected"')
  expect(text).toContain('"path":"/api/admin/parents/:id"')
  expect(text).toContain('"path":"/api/*"')
  expectNoMarker()
})

it('no log has what is in the URL of a page, nor in the error of rendering it', async () => {
  const urls = [...PAGES.map((path) => path.replace(/:\w+\??/, '{x}')), '/no-such-page/{x}', '/join/{x}']
  for (const url of urls.flatMap(everywhereIn)) {
    await web.request(url)
    await web.request(url, { method: 'POST' })
  }
  expect(text).toContain('"path":"/admin/parents/:id"')
  expect(text).toContain('page could not be rendered')
  expectNoMarker()
})

it('no log has what is in the URL of a request that fails', async () => {
  const staff = await app.as(admin)
  await app.services.pool.query('alter table submissions rename to submissions_away')
  for (const url of everywhereIn('/api/admin/parents/guest-{id}')) await staff.get(url)
  await app.services.pool.query('alter table submissions_away rename to submissions')
  expect(text).toContain('request failed')
  expectNoMarker()
  const quoted = SPELLINGS.map((email) => serializeError(new Error(`fetching ${email} failed`)).message)
  expect(new Set(quoted)).toEqual(new Set(['fetching [address] failed']))
})

it('the log has the ids of rows, to find what a request was about', async () => {
  const id = '0193A000-0000-4000-8000-00000000000f'
  await (await app.as(admin)).get(`/api/admin/parents/${id}?search=x`)
  expect(text).toContain(`"path":"/api/admin/parents/${id}"`)
})
