import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asOfflinePage, createOfflineCache } from './offline-cache'

const ORIGIN = 'https://aftercare.example'
const BOARD = '/admin/day-reports/board'
const OFFLINE = '/offline.html'
const DAY_MS = 24 * 60 * 60 * 1000

/** An in-memory CacheStorage. */
class Caches {
  readonly named = new Map<string, Map<string, Response>>()
  constructor(private readonly load: (path: string) => Promise<Response>) {}
  async open(name: string) {
    const cached = this.named.get(name) ?? new Map<string, Response>()
    this.named.set(name, cached)
    return {
      match: async (path: string) => cached.get(path)?.clone(),
      put: async (path: string, response: Response) => void cached.set(path, response),
      addAll: async (paths: string[]) => {
        for (const path of paths) cached.set(path, await this.load(path))
      },
    }
  }
  async keys() {
    return [...this.named.keys()]
  }
  async delete(name: string) {
    return this.named.delete(name)
  }
}

const pageOf = (file: string) =>
  `<html><head><script type="module" src="${file}"></script><meta name="program" content="{&quot;now&quot;:null}">\n</head></html>`

/** A server that can be unreachable and change its build. */
function aServer() {
  const server = {
    isUp: true,
    status: 200,
    files: new Map<string, string>(),
    requests: [] as string[],
    release(build: string) {
      server.files = new Map([
        [BOARD, pageOf(`/assets/app-${build}.js`)],
        [`/assets/app-${build}.js`, `code of ${build}`],
        ['/theme.js', `theme of ${build}`],
        [
          OFFLINE,
          `<html><head><link href="/assets/app-${build}.css"></head><h1>Offline ${build}</h1></html>`,
        ],
        [`/assets/app-${build}.css`, `styles of ${build}`],
      ])
    },
    async fetch(request: Request | string): Promise<Response> {
      const { pathname } = new URL(typeof request === 'string' ? ORIGIN + request : request.url)
      server.requests.push(pathname)
      if (!server.isUp) throw new TypeError('Failed to fetch')
      if (server.status !== 200) return new Response('', { status: server.status })
      const text = server.files.get(pathname)
      return text === undefined
        ? new Response('', { status: 404 })
        : new Response(text, { headers: { 'content-security-policy': "default-src 'self'" } })
    },
  }
  return server
}

let server: ReturnType<typeof aServer>
let caches: Caches
let now: number

const workerOf = (build: string, scope = BOARD) =>
  createOfflineCache({
    origin: ORIGIN,
    scope,
    build: {
      version: build,
      pages: {
        '/': { page: OFFLINE, isNotice: true, files: [`/assets/app-${build}.css`, '/theme.js'] },
        [BOARD]: { page: BOARD, isNotice: false, files: [`/assets/app-${build}.js`, '/theme.js'] },
      },
    },
    caches: caches as unknown as CacheStorage,
    fetch: server.fetch,
    now: () => now,
  })

const visit = (path: string) => {
  const request = new Request(ORIGIN + path)
  Object.defineProperty(request, 'mode', { value: 'navigate' })
  return request
}
const get = (path: string, options?: RequestInit) => new Request(ORIGIN + path, options)
const textOf = async (response: Promise<Response> | null) => (await response)?.text()

beforeEach(() => {
  server = aServer()
  server.release('one')
  caches = new Caches((path) => server.fetch(path))
  now = Date.parse('2026-11-16T20:31:00.000Z')
})

async function installed(build: string, scope = BOARD) {
  const worker = workerOf(build, scope)
  await worker.install()
  await worker.activate()
  return worker
}

describe('a page that is cached for offline use', () => {
  it('opens with its code and its content security policy when the server cannot be reached', async () => {
    const worker = await installed('one')
    server.isUp = false
    const page = await worker.handle(visit(`${BOARD}?date=2026-11-16`))
    expect(page?.headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(await page?.text()).toContain('/assets/app-one.js')
    expect(await textOf(worker.handle(get('/assets/app-one.js')))).toBe('code of one')
    expect(await textOf(worker.handle(get('/theme.js')))).toBe('theme of one')
  })

  it('opens when only a proxy responds', async () => {
    const worker = await installed('one')
    server.status = 503
    expect(await textOf(worker.handle(visit(BOARD)))).toContain('name="offline-page"')
    server.status = 500
    expect((await worker.handle(visit(BOARD)))?.status).toBe(500)
  })

  it('opens when the server does not respond in time', async () => {
    vi.useFakeTimers()
    try {
      await installed('one')
      server.fetch = () => new Promise(() => undefined)
      const page = textOf(workerOf('one').handle(visit(BOARD)))
      await vi.advanceTimersByTimeAsync(6_000)
      expect(await page).toContain('name="offline-page"')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is marked as cached, with the time by the last known clock offset', async () => {
    const worker = await installed('one')
    await worker.storeFacts(-60_000, null)
    server.isUp = false
    const page = await textOf(worker.handle(visit(BOARD)))
    expect(page).toContain('<meta name="offline-page" content="yes">')
    expect(page).toContain('&quot;now&quot;:&quot;2026-11-16T20:30:00.000Z&quot;')
  })

  it("has the programme's details as the page last knew them", async () => {
    const worker = await installed('one')
    const known = '{&quot;name&quot;:&quot;Hill &amp; $& Dale&quot;,&quot;now&quot;:null}'
    await worker.storeFacts(0, known)
    server.isUp = false
    const page = await textOf(worker.handle(visit(BOARD)))
    expect(page).toContain(known.replace('null', '&quot;2026-11-16T20:31:00.000Z&quot;'))
  })

  it('is fetched again, once, where the cache was deleted and the worker is still running', async () => {
    const worker = await installed('one')
    for (const name of await caches.keys()) await caches.delete(name)
    await Promise.all([worker.storeFacts(0, null), worker.storeFacts(0, null)])
    expect(server.requests.filter((path) => path === BOARD)).toHaveLength(2)
    server.isUp = false
    expect(await textOf(worker.handle(visit(BOARD)))).toContain('/assets/app-one.js')
    expect(await textOf(worker.handle(get('/theme.js')))).toBe('theme of one')
  })

  it('is network first, so that no visit shows an older build than the server has', async () => {
    const worker = await installed('one')
    server.release('two')
    const page = await textOf(worker.handle(visit(BOARD)))
    expect(page).toContain('/assets/app-two.js')
    expect(page).not.toContain('name="offline-page"')
    expect(await textOf(worker.handle(get('/assets/app-two.js')))).toBe('code of two')
    expect(await textOf(worker.handle(get('/theme.js')))).toBe('theme of two')
  })

  it('is replaced by a new build, and an open page of the old one finds its files for a week', async () => {
    await installed('one')
    server.release('two')
    const worker = await installed('two')
    server.isUp = false
    expect(await textOf(worker.handle(visit(BOARD)))).toContain('/assets/app-two.js')
    expect(await textOf(worker.handle(get('/assets/app-one.js')))).toBe('code of one')
    expect(await textOf(worker.handle(get('/theme.js')))).toBe('theme of two')
    await expect(worker.handle(get('/assets/other.js'))).rejects.toThrow('Failed to fetch')

    server.isUp = true
    now += 6 * DAY_MS
    server.release('three')
    await installed('three')
    expect(await caches.keys()).toHaveLength(3)
    now += 2 * DAY_MS
    server.release('four')
    await installed('four')
    expect(await caches.keys()).toEqual(
      ['two', 'three', 'four'].map((build) => `aftercare ${BOARD} ${build}`),
    )
  })

  it('is not cached when the server changes to another build meanwhile', async () => {
    server.release('two')
    await expect(workerOf('one').install()).rejects.toThrow('/assets/app-two.js is not a file of this build')
    expect(await caches.keys()).toEqual([])
  })

  it("leaves other requests alone: the API, other pages' files, other sites", async () => {
    const worker = await installed('one')
    expect(worker.handle(get('/api/admin/board?date=2026-11-16'))).toBeNull()
    expect(worker.handle(get('/api/admin/board/marks', { method: 'POST' }))).toBeNull()
    expect(worker.handle(get('/icons/other.png'))).toBeNull()
    expect(worker.handle(new Request('https://elsewhere.example/theme.js'))).toBeNull()
  })

  it('is never cached with personal data', async () => {
    const fetched = server.fetch
    server.fetch = async (request) => {
      const response = await fetched(request)
      response.headers.set('cache-control', 'no-store')
      return response
    }
    await expect(workerOf('one').install()).rejects.toThrow('personal')
    expect(caches.named.size).toBe(0)
  })

  it('caches nothing but the page, its files and the clock offset', async () => {
    const worker = await installed('one')
    await worker.storeFacts(0, null)
    await worker.handle(visit(BOARD))
    const [cached] = caches.named.values()
    expect([...(cached?.keys() ?? [])].sort()).toEqual(
      [BOARD, '/assets/app-one.js', '/clock-offset', '/theme.js'].sort(),
    )
  })

  it('fails where nothing is cached', async () => {
    server.isUp = false
    await expect(workerOf('one').handle(visit(BOARD))).rejects.toThrow('Failed to fetch')
  })
})

describe('the offline notice', () => {
  it('replaces every page that cannot be reached, with its files', async () => {
    const worker = await installed('one', '/')
    server.isUp = false
    for (const path of ['/', '/dashboard', '/monthly-signup/2026-12?from=mail', '/admin/months']) {
      expect(await textOf(worker.handle(visit(path))), path).toContain('Offline one')
    }
    expect(await textOf(worker.handle(get('/assets/app-one.css')))).toBe('styles of one')
    expect(await textOf(worker.handle(get('/theme.js')))).toBe('theme of one')
  })

  it('is shown when only a proxy responds, and for no response of the server itself', async () => {
    const worker = await installed('one', '/')
    for (const status of [502, 503, 504]) {
      server.status = status
      expect(await textOf(worker.handle(visit('/history'))), String(status)).toContain('Offline one')
    }
    for (const status of [404, 500]) {
      server.status = status
      expect((await worker.handle(visit('/history')))?.status).toBe(status)
    }
  })

  it('waits for a slow server', async () => {
    vi.useFakeTimers()
    try {
      await installed('one', '/')
      let respond = (_: Response) => {}
      server.fetch = () => new Promise((resolve) => (respond = resolve))
      const page = textOf(workerOf('one', '/').handle(visit('/dashboard')))
      await vi.advanceTimersByTimeAsync(90_000)
      respond(new Response('the dashboard'))
      expect(await page).toBe('the dashboard')
    } finally {
      vi.useRealTimers()
    }
  })

  it('uses the preloaded page, and fetches where there is none', async () => {
    const worker = await installed('one', '/')
    server.requests.length = 0
    const preload = Promise.resolve(new Response('preloaded'))
    expect(await textOf(worker.handle(visit('/dashboard'), preload))).toBe('preloaded')
    expect(server.requests).toEqual([])
    await worker.handle(visit('/dashboard'), Promise.resolve(undefined))
    expect(server.requests).toEqual(['/dashboard'])
    const failed = Promise.reject(new TypeError('Failed to fetch'))
    expect(await textOf(worker.handle(visit('/dashboard'), failed))).toContain('Offline one')
  })

  it('loads every file from the server while it is reachable', async () => {
    const worker = await installed('one', '/')
    server.requests.length = 0
    await worker.handle(get('/assets/app-one.css'))
    expect(server.requests).toEqual(['/assets/app-one.css'])
  })

  it('does not handle the API, also where it is opened as a page', async () => {
    const worker = await installed('one', '/')
    for (const path of ['/api/live', '/api/dashboard', '/api/calendar/secret.ics']) {
      expect(worker.handle(get(path))).toBeNull()
      expect(worker.handle(visit(path))).toBeNull()
    }
    expect(worker.handle(get('/api/submissions', { method: 'POST' }))).toBeNull()
    expect(worker.handle(get('/assets/app-one.js'))).toBeNull()
  })

  it("has a cache of its own beside the board's", async () => {
    await installed('one', '/')
    await installed('one')
    server.release('two')
    await installed('two', '/')
    expect((await caches.keys()).sort()).toEqual(['aftercare / two', `aftercare ${BOARD} one`])
  })

  it('is fetched again when the programme is renamed, as soon as there is a connection', async () => {
    const worker = await installed('one', '/')
    await worker.storeFacts(0, 'Hill')
    server.requests.length = 0
    await worker.storeFacts(0, 'Hill')
    expect(server.requests).toEqual([])
    server.files.set(OFFLINE, '<h1>Offline at Dale</h1>')
    server.isUp = false
    await worker.storeFacts(0, 'Dale')
    expect(await textOf(worker.handle(visit('/dashboard')))).toContain('Offline one')
    server.isUp = true
    await worker.storeFacts(0, 'Dale')
    server.isUp = false
    expect(await textOf(worker.handle(visit('/dashboard')))).toContain('Offline at Dale')
  })

  it('caches nothing but itself and its files', async () => {
    const worker = await installed('one', '/')
    await worker.handle(visit('/dashboard'))
    await worker.handle(get('/theme.js'))
    const [cached] = caches.named.values()
    expect([...(cached?.keys() ?? [])].sort()).toEqual(['/assets/app-one.css', OFFLINE, '/theme.js'])
  })
})

it('replaces the time in the page', () => {
  const html =
    '<meta content="{&quot;now&quot;:&quot;2026-01-01T00:00:00.000Z&quot;,&quot;a&quot;:1}"></head>'
  expect(asOfflinePage(html, new Date('2026-11-16T20:31:00.000Z'))).toBe(
    '<meta content="{&quot;now&quot;:&quot;2026-11-16T20:31:00.000Z&quot;,&quot;a&quot;:1}"><meta name="offline-page" content="yes">\n</head>',
  )
})
