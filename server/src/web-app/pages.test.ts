import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { createApp } from '../app'
import { createSession } from '../auth/sessions.queries'
import { execute, sql } from '../db/sql'
import type { PageEntry } from './page-list'
import type { RenderPage } from './rendered-pages'

const ABOUT = '/api/site-content/about_aftercare'
const SESSION = '/api/auth/session'
const DASHBOARD = '/api/dashboard?submissions=12'
const HOSTILE = '</script><script>alert(1)</script><!-- \u2028 $& &quot; \\u003c'

const page = (path: string, values: Partial<PageEntry> = {}): [string, PageEntry] => [
  path,
  {
    title: null,
    files: [],
    requests: {},
    isRendered: false,
    access: 'anyone',
    signedIn: path,
    ...values,
  },
]
const PAGES = Object.fromEntries([
  page('/', {
    files: ['assets/landing-3c.js'],
    requests: { anyone: [ABOUT] },
    isRendered: true,
    access: 'signed-out',
    signedIn: '/dashboard',
  }),
  page('/auth', { title: { en: 'Sign In', es: 'Iniciar sesión' }, isRendered: true }),
  page('/dashboard', {
    files: ['assets/dashboard-5e.css', 'assets/dashboard-5e.js'],
    requests: { signedIn: [DASHBOARD, ABOUT] },
    access: 'signed-in',
  }),
  page('/monthly-signup/:month?', {
    requests: {
      anyone: ['/api/months', '/api/months/:month'],
      signedIn: ['/api/submissions/earlier?month_id=:month'],
    },
    isRendered: true,
  }),
  page('/admin/dashboard', {
    files: ['assets/staff-6f.js'],
    requests: { signedIn: ['/api/admin/role', '/api/admin/dashboard'] },
    access: 'admin',
  }),
])
const SHELL = `<html lang="en"><head><meta name="description" content="Register children for aftercare days, month by month." /><title>Preschool Aftercare</title><script>theme()</script>
<script type="module" crossorigin src="/assets/index-1a.js"></script>
<link rel="stylesheet" crossorigin href="/assets/index-2b.css">
<link rel="preload" as="font" crossorigin href="/assets/words-3c.woff2"></head>
<body><div id="root"></div><noscript>Preschool Aftercare needs JavaScript.</noscript></body></html>`

let app: TestApp
let folder: string
let web: ReturnType<typeof createApp>
const render = vi.fn<RenderPage>(async ({ url, program }) => `<main>${program.name.length} at ${url}</main>`)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftercare-pages-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), SHELL)
  writeFileSync(join(folder, 'assets', 'index-2b.css'), 'body{color:red}')
  writeFileSync(
    join(folder, 'pages.json'),
    JSON.stringify({ pages: PAGES, translations: { es: ['assets/spanish-7a.js'] } }),
  )
  app = await startTestApp({ env: { PROGRAM_NAME: 'Hill & Dale <Aftercare>' } })
  web = createApp(app.services, folder, render)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const build = () => buildersFor(app.services.db)
const cookieFor = async (account: { id: string }) => {
  const { config, db, clock } = app.services
  return `aftercare_session=${await createSession(db, account.id, clock.now(), config.staffSession)}`
}
const get = async (path: string, headers: Record<string, string> = {}) => web.request(path, { headers })
const htmlOf = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
const linksIn = (html: string) => [...html.matchAll(/<link [^>]*href="\/?([^"]+)"/g)].map((match) => match[1])

const lowPriorityIn = (html: string) =>
  [...html.matchAll(/<[^>]* fetchpriority="low"[^>]* (?:href|src)="\/([^"]+)"/g)].map((match) => match[1])

/** As a browser reads them: up to the first end tag. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of several routes
function responsesIn(html: string): Record<string, any> | null {
  const text = html.match(/<script type="application\/json" id="initial-responses">(.*?)<\/script>/s)?.[1]
  return text === undefined ? null : JSON.parse(text)
}

const saveAbout = (title: string) =>
  execute(
    app.services.db,
    sql`insert into site_content (section_name, title, content) values ('about_aftercare', ${title}, '{}')
      on conflict (section_name) do update set title = excluded.title, updated_at = now()`,
  )

describe('a page for visitors', () => {
  it('has the programme embedded and escaped, for every path outside /api', async () => {
    for (const path of ['/history', '/no-such-page', '/admin/months']) {
      const html = await htmlOf(path)
      expect(html).toContain('<title>Hill &amp; Dale &lt;Aftercare&gt;</title>')
      expect(html).toContain('<meta name="program"')
      expect(html).toContain('<div id="root"></div>')
      expect(linksIn(html)).toContain('api/auth/session')
    }
  })

  it('is rendered where the route table says so, with its title, styles and data', async () => {
    const html = await htmlOf('/auth')
    expect(html).toContain('<title>Sign In | Hill &amp; Dale &lt;Aftercare&gt;</title>')
    expect(html).toContain('<html data-url="/auth" data-day="2026-11-16" lang="en">')
    expect(html).toContain('<div id="root"><main>23 at /auth</main></div>')
    expect(html).toContain('<style>body{color:red}</style>')
    expect(html).not.toContain('rel="stylesheet"')
    expect(html).toContain('<noscript>You can read this page without JavaScript.')
    expect(responsesIn(html)).toEqual({ [SESSION]: null })
    expect(responsesIn(await htmlOf('/dashboard'))).toBeNull()
  })

  it('is in the language chosen in the browser, cached for each, with its texts named ahead', async () => {
    for (const path of ['/auth', '/monthly-signup', '/history', '/no-such-page']) {
      const [english, spanish] = [await htmlOf(path), await htmlOf(path, { cookie: 'a=b; language=es' })]
      expect(english).toMatch(/<html [^>]*lang="en">/)
      expect(english).not.toContain('spanish')
      expect(spanish).toMatch(/<html [^>]*lang="es">/)
      expect(spanish).toContain('content="Inscriba a los niños')
      expect(linksIn(spanish)).toContain('assets/spanish-7a.js')
      expect(await htmlOf(path, { cookie: 'language=fr' })).toBe(english)
    }
    expect(await htmlOf('/auth', { cookie: 'language=es' })).toContain('<title>Iniciar sesión | ')
    expect(await htmlOf('/auth', { cookie: 'language=es' })).toContain(
      'Puede leer esta página sin JavaScript',
    )
    expect(render.mock.lastCall?.[0].language).toBe('es')
    expect(await htmlOf('/auth')).toContain('<title>Sign In | ')
    expect((await get('/history')).headers.get('vary')).toContain('Cookie')
  })

  it("follows a mailed link where nothing was chosen, and the browser's own preference never", async () => {
    expect(await htmlOf('/auth?lang=es')).toContain(' lang="es">')
    expect(await htmlOf('/auth?lang=es', { cookie: 'language=en' })).toContain(' lang="en">')
    expect(await htmlOf('/auth', { 'accept-language': 'es-MX' })).toContain(' lang="en">')
  })

  it('is English for staff, whatever was chosen', async () => {
    for (const path of ['/admin/dashboard', '/admin/no-such-page', '/admin'])
      expect(await htmlOf(path, { cookie: 'language=es' })).toContain('<html lang="en">')
    expect(await htmlOf('/administration', { cookie: 'language=es' })).toContain('<html lang="es">')
  })

  it('allows its inline script and styles by hash, and nothing else inline', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(policy).toContain(`script-src 'self' ${hash('theme()')};`)
    expect(policy).toContain(`style-src 'self' ${hash('body{color:red}')};`)
  })

  it('contains texts with markup as data only', async () => {
    await saveAbout(HOSTILE)
    await expect.poll(async () => responsesIn(await htmlOf('/'))?.[ABOUT].title).toBe(HOSTILE)
    expect(await htmlOf('/')).not.toContain('alert(1)</script>')
  })

  it('is rendered once, until a text changes', async () => {
    await saveAbout('About us')
    await expect.poll(async () => responsesIn(await htmlOf('/'))?.[ABOUT].title).toBe('About us')
    const before = render.mock.calls.length
    const tag = (await get('/')).headers.get('etag') ?? ''
    for (const path of ['/', '/?from=mail']) expect((await get(path)).headers.get('etag')).toBe(tag)
    expect(render.mock.calls.length).toBe(before)
    await saveAbout('About them')
    await expect.poll(async () => responsesIn(await htmlOf('/'))?.[ABOUT].title).toBe('About them')
    expect(render.mock.calls.length).toBe(before + 1)
    expect((await get('/', { 'if-none-match': tag })).status).toBe(200)
  })

  it("has the programme's new name at once", async () => {
    const rename = (name: string) =>
      execute(
        app.services.db,
        sql`insert into settings (key, value, updated_at) values ('program', ${JSON.stringify({
          name,
          contact_email: 'office@example.com',
          contact_phone: null,
          time_zone: 'America/New_York',
        })}, now()) on conflict (key) do update set value = excluded.value, version = settings.version + 1`,
      )
    await rename('Oak <House>')
    await expect.poll(() => htmlOf('/auth')).toContain('<title>Sign In | Oak &lt;House&gt;</title>')
    expect(await htmlOf('/history')).toContain('<title>Oak &lt;House&gt;</title>')
    await rename('Hill & Dale <Aftercare>')
    await expect.poll(() => htmlOf('/history')).toContain('<title>Hill &amp; Dale')
  })

  it('is rendered for a month on offer, and left to the app for anything else in its URL', async () => {
    const { id } = await build().aMonth({ year: 2028 })
    for (const url of [`/monthly-signup?month=${id}`, `/monthly-signup/${id}`])
      await expect.poll(() => htmlOf(url)).toContain(`data-url="${url}"`)
    const before = render.mock.calls.length
    for (const url of ['?month=gone', '/gone', '/a.b', '?month=a.b', `/gone?month=${id}`, `/a.b?month=${id}`])
      expect(await htmlOf(`/monthly-signup${url}`), url).toContain('<div id="root"></div>')
    expect(render.mock.calls.length).toBe(before)
  })

  it('is the same whatever the query, so that nobody can fill the memory with its copies', async () => {
    // Again if a change of an earlier test arrives meanwhile.
    const compared = async () => {
      const tags = new Set([(await get('/auth')).headers.get('etag')])
      const before = render.mock.calls.length
      for (const query of ['month=m1', 'month=m2', 'from=mail'])
        tags.add((await get(`/auth?${query}`)).headers.get('etag'))
      return { tags: tags.size, renderings: render.mock.calls.length - before }
    }
    await expect.poll(compared).toEqual({ tags: 1, renderings: 0 })
  })

  it('is left to the app if it cannot be rendered, and rendered the next time', async () => {
    await saveAbout('About errors')
    render.mockRejectedValueOnce(new Error('A component threw'))
    await expect.poll(() => htmlOf('/')).toContain('<div id="root"></div>')
    expect(await htmlOf('/')).toContain('<main>')
  })

  it('is revalidated each time, and compressed', async () => {
    const response = await get('/', { 'accept-encoding': 'gzip' })
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(await htmlOf('/'))
    for (const path of ['/', '/history']) {
      const tag = (await get(path)).headers.get('etag') ?? ''
      expect((await get(path, { 'if-none-match': tag })).status).toBe(304)
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  it('preloads its own files and public data only', async () => {
    expect(linksIn(await htmlOf('/'))).toContain('assets/landing-3c.js')
    expect(linksIn(await htmlOf('/auth'))).not.toContain('assets/landing-3c.js')
    expect(linksIn(await htmlOf('/monthly-signup?month=m1'))).toEqual([
      'assets/index-2b.css',
      'assets/words-3c.woff2',
      'api/auth/session',
      'api/months',
      'api/months/m1',
    ])
    const notAnId = await htmlOf('/monthly-signup?month=../admin%3F')
    expect(linksIn(notAnId).filter((url) => url?.startsWith('api/months'))).toEqual(['api/months'])
    expect(await htmlOf('/admin/dashboard')).not.toContain('staff-6f')
  })
})

it('what the first paint waits for comes first: the fonts of a rendered page, the code of another', async () => {
  expect(lowPriorityIn(await htmlOf('/'))).toEqual(['assets/index-1a.js', 'assets/landing-3c.js'])
  const cookie = await cookieFor(await build().aParent())
  expect(lowPriorityIn(await htmlOf('/dashboard', { cookie }))).toEqual(['assets/words-3c.woff2'])
  expect(lowPriorityIn(await htmlOf('/history'))).toEqual(['assets/words-3c.woff2'])
})

describe('a page for a signed-in user', () => {
  it('has the session and the first data inside, is stored by nobody, and requests neither again', async () => {
    const parent = await build().aParent({ full_name: HOSTILE })
    const response = await get('/dashboard', { cookie: await cookieFor(parent) })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('etag')).toBeNull()
    const html = await response.text()
    expect(html).not.toContain('alert(1)</script>')
    const responses = responsesIn(html)
    expect(responses?.[SESSION].user).toEqual({ id: parent.id, email: parent.email, full_name: HOSTILE })
    expect(Object.keys(responses ?? {}).sort()).toEqual([ABOUT, SESSION, DASHBOARD].sort())
    expect(responses?.[DASHBOARD].children).toEqual({ rows: [], total: 0 })
    expect(linksIn(html)).toContain('assets/dashboard-5e.js')
    expect(html).toContain('<link rel="preload" as="style" crossorigin href="/assets/dashboard-5e.css">')
    expect(html).toContain('<div id="root"></div>')
    expect(linksIn(html).filter((url) => url?.startsWith('api/'))).toEqual([])
  })

  it('is the dashboard at the address of the landing page, and never cached for the next visitor', async () => {
    const cookie = await cookieFor(await build().aParent())
    const html = await htmlOf('/', { cookie })
    expect(linksIn(html)).toContain('assets/dashboard-5e.js')
    expect(linksIn(html)).not.toContain('assets/landing-3c.js')
    expect(responsesIn(html)?.[DASHBOARD]).toBeDefined()
    expect(responsesIn(await htmlOf('/'))?.[SESSION]).toBeNull()
  })

  it('has nothing of another user whose page is requested at the same time', async () => {
    const names = ['Dana Quill', 'Dana Quillfeather']
    const cookies = await Promise.all(
      names.map(async (full_name) => cookieFor(await build().aParent({ full_name }))),
    )
    const requests = [...cookies, '', ...cookies.toReversed(), '', ...cookies]
    const pages = await Promise.all(requests.map((cookie) => htmlOf('/', cookie ? { cookie } : {})))
    for (const [index, html] of pages.entries()) {
      const name = names[cookies.indexOf(requests[index] ?? '')]
      expect(responsesIn(html)?.[SESSION]?.user.full_name).toBe(name)
      expect([...new Set(html.match(/Dana \w+/g))]).toEqual(name ? [name] : [])
    }
  })

  it('has the month of a mailed link', async () => {
    const month = await build().aMonth()
    const cookie = await cookieFor(await build().aParent())
    for (const path of [`/monthly-signup?month=${month.id}`, `/monthly-signup/${month.id}`]) {
      const responses = responsesIn(await htmlOf(path, { cookie }))
      expect(responses?.[`/api/months/${month.id}`].id).toBe(month.id)
      expect(responses?.[`/api/submissions/earlier?month_id=${month.id}`]).toEqual({ rows: [] })
    }
    const unknown = await htmlOf('/monthly-signup?month=gone', { cookie })
    expect(Object.keys(responsesIn(unknown) ?? {}).sort()).toEqual([SESSION, '/api/months'].sort())
  })

  it('is never rendered here, where all users share one process', async () => {
    const cookie = await cookieFor(await build().aParent())
    const before = render.mock.calls.length
    for (const path of ['/', '/dashboard', '/monthly-signup', '/auth', '/guest-portal'])
      expect(await htmlOf(path, { cookie }), path).toContain('<div id="root"></div>')
    expect(render.mock.calls.length).toBe(before)
  })

  it("has staff's data for staff, and not even the names of their files for parents", async () => {
    const staff = await htmlOf('/admin/dashboard', { cookie: await cookieFor(await build().anAdmin()) })
    expect(responsesIn(staff)?.['/api/admin/role']).toEqual({ role: 'admin' })
    expect(linksIn(staff)).toContain('assets/staff-6f.js')
    const parent = await htmlOf('/admin/dashboard', { cookie: await cookieFor(await build().aParent()) })
    expect(responsesIn(parent)).toBeNull()
    expect(parent).not.toMatch(/staff-6f|api\/admin/)
  })

  it('without data in the page is the same for everybody', async () => {
    const cookie = await cookieFor(await build().anAdmin())
    for (const path of ['/history', '/admin/day-reports/board']) {
      const response = await get(path, { cookie })
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toBe(await htmlOf(path))
    }
  })

  it('counts as use of the session where its requests do', async () => {
    const parent = await build().aParent()
    const cookie = await cookieFor(parent)
    app.setNow('2026-11-16T11:00:00-05:00')
    const seenAt = async () =>
      (await app.services.pool.query('select seen_at from sessions where account_id = $1', [parent.id]))
        .rows[0].seen_at
    const before = await seenAt()
    await get('/history', { cookie })
    expect(await seenAt()).toEqual(before)
    await get('/dashboard', { cookie })
    expect(await seenAt()).not.toEqual(before)
  })
})

describe('a page for somebody whose session has ended', () => {
  it.each([
    ['forged', async () => 'aftercare_session=nonsense'],
    [
      'suspended',
      async () => {
        const parent = await build().aParent()
        const cookie = await cookieFor(parent)
        await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${parent.id}`)
        return cookie
      },
    ],
    [
      'expired',
      async () => {
        const parent = await build().aParent()
        const cookie = await cookieFor(parent)
        await execute(
          app.services.db,
          sql`update sessions set expires_at = '2026-01-01' where account_id = ${parent.id}`,
        )
        return cookie
      },
    ],
  ])('is the visitor’s when it is %s', async (_, makeCookie) => {
    const cookie = await makeCookie()
    const landing = await get('/', { cookie })
    expect(await landing.text()).toBe(await htmlOf('/'))
    expect(await htmlOf('/dashboard', { cookie })).toBe(await htmlOf('/dashboard'))
  })
})
