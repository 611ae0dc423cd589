import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asOfflinePage, createOfflineCache } from './offline-cache'

const ORIGIN = 'https://aftercare.example'
const BOARD = '/admin/day-reports/board'
const OFFLINE = '/offline.html'

/** Keeps answers as a browser does: by address, and apart by name. */
class Caches {
  readonly named = new Map<string, Map<string, Response>>()
  constructor(private readonly load: (path: string) => Promise<Response>) {}
  async open(name: string) {
    const kept = this.named.get(name) ?? new Map<string, Response>()
    this.named.set(name, kept)
    return {
      match: async (path: string) => kept.get(path)?.clone(),
      put: async (path: string, answer: Response) => void kept.set(path, answer),
      addAll: async (paths: string[]) => {
        for (const path of paths) kept.set(path, await this.load(path))
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

/** A server that can go away and change its build. */
function aServer() {
  const server = {
    isUp: true,
    status: 200,
    files: new Map<string, string>(),
    asked: [] as string[],
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
      server.asked.push(pathname)
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
const textOf = async (answer: Promise<Response> | null) => (await answer)?.text()

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

describe('a page kept for the time without a connection', () => {
  it('opens with its code and its content policy when the server cannot be reached', async () => {
    const worker = await installed('one')
    server.isUp = false
    const page = await worker.answer(visit(`${BOARD}?date=2026-11-16`))
    expect(page?.headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(await page?.text()).toContain('/assets/app-one.js')
    expect(await textOf(worker.answer(get('/assets/app-one.js')))).toBe('code of one')
    expect(await textOf(worker.answer(get('/theme.js')))).toBe('theme of one')
  })

  it('opens when only a proxy answers', async () => {
    const worker = await installed('one')
    server.status = 503
    expect(await textOf(worker.answer(visit(BOARD)))).toContain('name="kept"')
    server.status = 500
    expect((await worker.answer(visit(BOARD)))?.status).toBe(500)
  })

  it('opens when the server does not answer in time', async () => {
    vi.useFakeTimers()
    try {
      await installed('one')
      server.fetch = () => new Promise(() => undefined)
      const page = textOf(workerOf('one').answer(visit(BOARD)))
      await vi.advanceTimersByTimeAsync(6_000)
      expect(await page).toContain('name="kept"')
    } finally {
      vi.useRealTimers()
    }
  })

  it('says so in the page, with the time by the clock that was known last', async () => {
    const worker = await installed('one')
    await worker.noteClock(-60_000)
    server.isUp = false
    const page = await textOf(worker.answer(visit(BOARD)))
    expect(page).toContain('<meta name="kept" content="yes">')
    expect(page).toContain('&quot;now&quot;:&quot;2026-11-16T20:30:00.000Z&quot;')
  })

  it('is fetched again, once, where it was removed and the browser kept the worker', async () => {
    const worker = await installed('one')
    for (const name of await caches.keys()) await caches.delete(name)
    await Promise.all([worker.noteClock(0), worker.noteClock(0)])
    expect(server.asked.filter((path) => path === BOARD)).toHaveLength(2)
    server.isUp = false
    expect(await textOf(worker.answer(visit(BOARD)))).toContain('/assets/app-one.js')
    expect(await textOf(worker.answer(get('/theme.js')))).toBe('theme of one')
  })

  it('is asked of the server first, so that no visit shows an older build than the server has', async () => {
    const worker = await installed('one')
    server.release('two')
    const page = await textOf(worker.answer(visit(BOARD)))
    expect(page).toContain('/assets/app-two.js')
    expect(page).not.toContain('name="kept"')
    expect(worker.answer(get('/assets/app-two.js'))).toBeNull()
    expect(await textOf(worker.answer(get('/theme.js')))).toBe('theme of two')
  })

  it('is replaced whole by a new build, and nothing of the old one stays', async () => {
    await installed('one')
    server.release('two')
    const worker = await installed('two')
    expect(await caches.keys()).toEqual([`aftercare ${BOARD} two`])
    server.isUp = false
    expect(await textOf(worker.answer(visit(BOARD)))).toContain('/assets/app-two.js')
  })

  it('is not kept while the server changes to another build under it', async () => {
    server.release('two')
    await expect(workerOf('one').install()).rejects.toThrow('/assets/app-two.js is not a file of this build')
    expect(await caches.keys()).toEqual([])
  })

  it("leaves alone what is not its own: what people read and write, other pages' files, other sites", async () => {
    const worker = await installed('one')
    expect(worker.answer(get('/api/admin/board?date=2026-11-16'))).toBeNull()
    expect(worker.answer(get('/api/admin/board/marks', { method: 'POST' }))).toBeNull()
    expect(worker.answer(get('/assets/other.js'))).toBeNull()
    expect(worker.answer(new Request('https://elsewhere.example/theme.js'))).toBeNull()
  })

  it('holds nothing but the page, its files and the clock', async () => {
    const worker = await installed('one')
    await worker.noteClock(0)
    await worker.answer(visit(BOARD))
    const [kept] = caches.named.values()
    expect([...(kept?.keys() ?? [])].sort()).toEqual(
      [BOARD, '/assets/app-one.js', '/kept-clock', '/theme.js'].sort(),
    )
  })

  it('passes the failure on where nothing was kept', async () => {
    server.isUp = false
    await expect(workerOf('one').answer(visit(BOARD))).rejects.toThrow('Failed to fetch')
  })
})

describe('the page that says that there is no connection', () => {
  it('stands in for every page that cannot be reached, and its files with it', async () => {
    const worker = await installed('one', '/')
    server.isUp = false
    for (const path of ['/', '/dashboard', '/monthly-signup/2026-12?from=mail', '/admin/months']) {
      expect(await textOf(worker.answer(visit(path))), path).toContain('Offline one')
    }
    expect(await textOf(worker.answer(get('/assets/app-one.css')))).toBe('styles of one')
    expect(await textOf(worker.answer(get('/theme.js')))).toBe('theme of one')
  })

  it('stands in when only a proxy answers, and for no answer of the server itself', async () => {
    const worker = await installed('one', '/')
    for (const status of [502, 503, 504]) {
      server.status = status
      expect(await textOf(worker.answer(visit('/history'))), String(status)).toContain('Offline one')
    }
    for (const status of [404, 500]) {
      server.status = status
      expect((await worker.answer(visit('/history')))?.status).toBe(status)
    }
  })

  it('waits for a slow server as long as the browser does', async () => {
    vi.useFakeTimers()
    try {
      await installed('one', '/')
      let answerAtLast = (_: Response) => {}
      server.fetch = () => new Promise((resolve) => (answerAtLast = resolve))
      const page = textOf(workerOf('one', '/').answer(visit('/dashboard')))
      await vi.advanceTimersByTimeAsync(90_000)
      answerAtLast(new Response('the dashboard'))
      expect(await page).toBe('the dashboard')
    } finally {
      vi.useRealTimers()
    }
  })

  it('takes the page that was asked for ahead, and asks itself where none was', async () => {
    const worker = await installed('one', '/')
    server.asked.length = 0
    const ahead = Promise.resolve(new Response('asked ahead'))
    expect(await textOf(worker.answer(visit('/dashboard'), ahead))).toBe('asked ahead')
    expect(server.asked).toEqual([])
    await worker.answer(visit('/dashboard'), Promise.resolve(undefined))
    expect(server.asked).toEqual(['/dashboard'])
    const failed = Promise.reject(new TypeError('Failed to fetch'))
    expect(await textOf(worker.answer(visit('/dashboard'), failed))).toContain('Offline one')
  })

  it('has every file from the server while there is one', async () => {
    const worker = await installed('one', '/')
    server.asked.length = 0
    await worker.answer(get('/assets/app-one.css'))
    expect(server.asked).toEqual(['/assets/app-one.css'])
  })

  it('keeps out of the way of the API, also where it is opened as a page', async () => {
    const worker = await installed('one', '/')
    for (const path of ['/api/live', '/api/dashboard', '/api/calendar/secret.ics']) {
      expect(worker.answer(get(path))).toBeNull()
      expect(worker.answer(visit(path))).toBeNull()
    }
    expect(worker.answer(get('/api/submissions', { method: 'POST' }))).toBeNull()
    expect(worker.answer(get('/assets/app-one.js'))).toBeNull()
  })

  it("leaves the board's pages alone, and they it", async () => {
    await installed('one', '/')
    await installed('one')
    server.release('two')
    await installed('two', '/')
    expect((await caches.keys()).sort()).toEqual(['aftercare / two', `aftercare ${BOARD} one`])
  })

  it('holds nothing but itself and its files', async () => {
    const worker = await installed('one', '/')
    await worker.answer(visit('/dashboard'))
    await worker.answer(get('/theme.js'))
    const [kept] = caches.named.values()
    expect([...(kept?.keys() ?? [])].sort()).toEqual(['/assets/app-one.css', OFFLINE, '/theme.js'])
  })
})

it('replaces a time that the page brought along', () => {
  const html =
    '<meta content="{&quot;now&quot;:&quot;2026-01-01T00:00:00.000Z&quot;,&quot;a&quot;:1}"></head>'
  expect(asOfflinePage(html, new Date('2026-11-16T20:31:00.000Z'))).toBe(
    '<meta content="{&quot;now&quot;:&quot;2026-11-16T20:31:00.000Z&quot;,&quot;a&quot;:1}"><meta name="kept" content="yes">\n</head>',
  )
})
