import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { loadConfigFromFile } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminRoutes } from '../web/src/admin/admin-routes'
import { routes } from '../web/src/routes'
import { filesOfPage, pageSize, readChunks } from './lib/bundle-size.mjs'
import { root } from './lib/paths.mjs'
import { buildForTests } from './lib/test-build.mjs'

type Chunk = { fileName: string; imports: string[]; isEntry: boolean; moduleIds: string[]; code: string }

let folder: string
let chunks: Chunk[]

function modulesOf(path: string): string[] {
  const entry = [...routes, ...adminRoutes].find((route) => route.path === path)
  if (!entry || !('page' in entry)) throw new Error(`${path} is no page`)
  return entry.access === 'admin'
    ? ['admin/admin-area.tsx', 'admin/admin-frame.tsx', entry.page]
    : [entry.page]
}

beforeAll(async () => {
  folder = await buildForTests()
  chunks = readChunks(folder)
})

describe('the code that a first visit loads', () => {
  it.each([
    ['landing page', 107.3, '/'],
    ['sign-in', 119.4, '/auth'],
    ['monthly registration', 144.4, '/monthly-signup/:month?'],
    ["parent's dashboard", 144.9, '/dashboard'],
    ['staff sign-in', 115, '/admin/login'],
    ['staff dashboard', 137, '/admin/dashboard'],
    ['submissions', 169.3, '/admin/submissions'],
  ])('of the %s stays within %d kB', (_, budget, path) => {
    expect(pageSize(chunks, modulesOf(path)) / 1000).toBeLessThan(budget)
  })

  it('of pages for visitors is 2 kB until they have been painted', () => {
    const html = readFileSync(join(folder, 'web', 'dist', 'index.html'), 'utf8')
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code)
    expect(inline.length).toBe(3)
    expect(gzipSync(inline.join('')).length).toBeLessThan(2000)
  })

  it('of the charts on the staff dashboard stays within 12 kB, including their styles', () => {
    const holder = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith('admin/charts/charts.tsx')),
    )
    const styles = readFileSync(new URL('../web/src/admin/charts/charts.css', import.meta.url))
    expect(holder).toBeDefined()
    expect(Buffer.byteLength(holder?.code ?? '') + styles.length).toBeLessThan(12_000)
  })

  it('contains no zod', () => {
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    expect(modules.length).toBeGreaterThan(200)
    expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
  })

  it.each([
    ['landing page', 8, '/'],
    ['monthly registration', 20, '/monthly-signup/:month?'],
    ["parent's dashboard", 25, '/dashboard'],
  ])('of the %s is at most %i files: a browser fetches six at a time', (_, most, path) => {
    expect(filesOfPage(chunks, modulesOf(path)).length).toBeLessThanOrEqual(most)
  })

  it('contains no parent dialogs before they are used', () => {
    const landing = chunks.filter(({ isEntry }) => isEntry).flatMap(({ moduleIds }) => moduleIds)
    expect(landing.filter((id) => /node_modules\/@base-ui\/react\/dialog\//.test(id))).toEqual([])
  })
})

it('the Spanish texts are one file, which no page loads in English', () => {
  const holds = (id: string) => id.endsWith('web/src/spanish.ts') || /\/texts\/([\w-]+\.)?es\.ts$/.test(id)
  const spanish = chunks.filter(({ moduleIds }) => moduleIds.some(holds))
  expect(spanish.map(({ fileName }) => fileName)).toEqual([expect.stringMatching(/^assets\/spanish-/)])
  expect(chunks.filter(({ imports }) => imports.includes(spanish[0]?.fileName ?? ''))).toEqual([])
  const size = gzipSync(spanish[0]?.code ?? '', { level: 9 }).length
  expect(size).toBeLessThan(30_000)
})

/** `a(b|c)d|e` as `abd`, `acd` and `e`. */
function alternativesOf(source: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of source) {
    if (character === '|' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${character}`)
    depth += character === '(' ? 1 : character === ')' ? -1 : 0
  }
  if (parts.length > 1) return parts.flatMap(alternativesOf)
  const [group, inner] = /\(((?:[^()]|\([^()]*\))*)\)/.exec(source) ?? []
  if (group === undefined || inner === undefined) return [source]
  return alternativesOf(inner).flatMap((each) => alternativesOf(source.replace(group, () => each)))
}

it('each alternative in the pattern of a chunk group matches a module', async () => {
  const env = { command: 'build', mode: 'production' } as const
  const loaded = await loadConfigFromFile(env, join(root, 'web', 'vite.config.ts'))
  const output = loaded?.config.build?.rolldownOptions?.output as {
    codeSplitting: { groups: { test?: RegExp }[] }
  }
  const patterns = output.codeSplitting.groups.flatMap(({ test }) =>
    test ? alternativesOf(test.source) : [],
  )
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  expect(patterns.length).toBeGreaterThan(60)
  expect(patterns.filter((each) => !modules.some((id) => new RegExp(each).test(id)))).toEqual([])
})

it('the page preloads the fonts of our own texts only', () => {
  const html = readFileSync(join(folder, 'web', 'dist', 'index.html'), 'utf8')
  const preloaded = [...html.matchAll(/as="font"[^>]*href="\/assets\/(.*?)-[\w-]{8}\.woff2"/g)]
  expect(preloaded.map(([, name]) => name).sort()).toEqual([
    'figtree-latin-wght-normal',
    'gabarito-latin-wght-normal',
  ])
  const fonts = readdirSync(join(folder, 'web', 'dist', 'assets')).filter((name) => name.endsWith('.woff2'))
  expect(fonts.length).toBe(4)
})

/** Class names in the built CSS, unescaped. */
function definedClasses(): Set<string> {
  const assets = join(folder, 'web', 'dist', 'assets')
  const files = readdirSync(assets).filter((name) => name.endsWith('.css'))
  const css = files.map((name) => readFileSync(join(assets, name), 'utf8')).join('')
  const names = css.matchAll(/\.((?:[a-z-]|\\.)(?:[\w-]|\\.)*)/gi)
  return new Set([...names].map(([, name = '']) => name.replaceAll('\\', '')))
}

it('the style sheets define every class that the web app uses', () => {
  const defined = definedClasses()
  const src = join(root, 'web', 'src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const unknown: string[] = []
  let lists = 0
  for (const name of files.filter((file) => /(?<!\.test)\.tsx?$/.test(file))) {
    const source = readFileSync(join(src, name), 'utf8')
    for (const [, attribute, text = ''] of source.matchAll(/(className=)?['"]([^'"\n]*)['"]/g)) {
      const words = text.split(' ').filter(Boolean)
      const classes = words.filter((word) => defined.has(word))
      // A string is a list of classes if it is an attribute or at least half of its words are classes.
      if (words.length === 0 || (!attribute && classes.length < words.length / 2)) continue
      lists += 1
      for (const word of words) if (!defined.has(word)) unknown.push(`${name}: ${word}`)
    }
  }
  expect(lists).toBeGreaterThan(1000)
  expect(unknown).toEqual([])
})

const PROGRAM = {
  name: 'Hill Aftercare',
  time_zone: 'America/New_York',
  contact_email: 'hill@example.com',
  now: '2026-11-16T15:00:00Z',
  is_clock_set: false,
  sends_mail: true,
}

const ABOUT = {
  '/api/site-content/about_aftercare': {
    section_name: 'about_aftercare',
    title: 'About Aftercare',
    description: 'Play and rest.',
    content: { program_hours: '3:30 PM - 6:00 PM', pricing: '$20', contact: 'hill@example.com' },
  },
}

describe('a page that the server renders', () => {
  type Page = { url: string; responses: Record<string, unknown> }
  let renderPage: (page: Page & { program: typeof PROGRAM; language: 'en' }) => Promise<string>
  const render = (page: Page) => renderPage({ ...page, program: PROGRAM, language: 'en' })

  beforeAll(async () => {
    ;({ renderPage } = await import(pathToFileURL(join(folder, 'server/dist/render-page.js')).href))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to parse URL')))
  })
  afterAll(() => void vi.unstubAllGlobals())

  it('does without a response that is missing', async () => {
    const responses = { '/api/auth/session': null, '/api/months': { rows: [] } }
    expect(await render({ url: '/monthly-signup?month=gone', responses })).toContain('Hill Aftercare')
  })

  it('has nothing of another user whose page is rendered at the same time', async () => {
    const visitor = { url: '/', responses: { ...ABOUT, '/api/auth/session': null } }
    const pages = [dashboardOf('Dana Quill', 'Ivo'), visitor, dashboardOf('Dana Quillfeather', 'Ivory')]
    const rendered = await Promise.all([...pages, ...pages.toReversed(), ...pages].map(render))
    const expected = [/Dana Quill(?!f).*\bIvo\b/s, /Continue as Guest/, /Dana Quillfeather.*\bIvory\b/s]
    const foreign = [/Quillf|Ivory|Continue as Guest/, /Quill|Ivo/, /Quill(?!f)|\bIvo\b|Continue as Guest/]
    for (const [index, html] of rendered.entries()) {
      const which = [0, 1, 2, 2, 1, 0, 0, 1, 2][index] ?? 0
      expect(html).toMatch(expected[which] ?? '')
      expect(html).not.toMatch(foreign[which] ?? '')
    }
  })
})

/** As the server calls the renderer for the dashboard of a parent with one child. */
function dashboardOf(full_name: string, child: string) {
  const user = { id: `id of ${full_name}`, email: `${child}@example.com`, full_name }
  const row = { id: `id of ${child}`, name: child, allergies: null, notes: null, class_name: null }
  const none = { rows: [], total: 0 }
  return {
    url: '/dashboard',
    responses: {
      '/api/auth/session': {
        user,
        roles: ['parent'],
        family_id: user.id,
        language: null,
        expires_at: '2026-12-16T15:00:00Z',
        now: PROGRAM.now,
      },
      '/api/dashboard?submissions=12': {
        profile: user,
        children: { rows: [row], total: 1 },
        submissions: none,
        registered: [],
        months: [],
        today: { date: '2026-11-16', pickup_time: '18:00', is_cancelled: false, children: [] },
        guest_claims: [],
      },
      ...ABOUT,
    },
  }
}
