import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminRoutes } from '../web/src/admin/admin-routes'
import { routes } from '../web/src/routes'
import { filesOfPage, pageSize, readChunks } from './lib/bundle-size.mjs'
import { root } from './lib/paths.mjs'
import { buildForTests } from './lib/test-build.mjs'

type Chunk = { fileName: string; imports: string[]; isEntry: boolean; moduleIds: string[]; code: string }

let folder: string
let chunks: Chunk[]

const pages = [...routes, ...adminRoutes].filter((entry) => 'page' in entry)

function modulesOf(path: string): string[] {
  const entry = pages.find((route) => route.path === path)
  if (!entry) throw new Error(`${path} is no page`)
  const area = entry.access === 'admin' ? ['admin/admin-area.tsx', 'admin/admin-frame.tsx'] : []
  return [...area, entry.page, ...(entry.prefetch ? [entry.prefetch] : [])]
}

beforeAll(async () => {
  folder = await buildForTests()
  chunks = readChunks(folder)
})

/** Of each page: kilobytes of code, compressed, and files, of which a browser fetches six at a time. */
const MEASURED: Record<string, [kilobytes: number, files: number]> = {
  '/': [111.3, 7],
  '/guest-portal': [103.2, 5],
  '/guest-registration/:secret': [131.4, 14],
  '/guest-confirmation/:secret': [113.2, 8],
  '/monthly-signup/:month?': [156.3, 20],
  '/day-drop-in': [135.5, 14],
  '/auth': [115.3, 8],
  '/join/:token': [119.3, 10],
  '/dashboard': [135, 14],
  '/children': [124.8, 12],
  '/history': [127.7, 12],
  '/statement': [117.2, 11],
  '/profile': [129, 11],
  '/admin/login': [111.3, 7],
  '/admin/dashboard': [128.2, 13],
  '/admin/months': [201.6, 19],
  '/admin/months/:monthId/print': [127.4, 13],
  '/admin/submissions': [170.3, 23],
  '/admin/submissions/new': [170.4, 24],
  '/admin/parent-users': [130.5, 13],
  '/admin/parent-users/import-payments': [196.4, 21],
  '/admin/parent-users/import-families': [188, 18],
  '/admin/parent-users/:parentId': [218.5, 25],
  '/admin/parent-users/:parentId/statement': [127.3, 14],
  '/admin/day-reports': [162.4, 18],
  '/admin/day-reports/print': [125.7, 14],
  '/admin/day-reports/board': [164.5, 21],
  '/admin/day-reports/board/print': [135.9, 16],
  '/admin/day-reports/board/emergency': [137.1, 16],
  '/admin/drop-ins': [174, 20],
  '/admin/settings': [221.2, 19],
  '/admin/profile': [138.5, 14],
}
const SLACK = 1.05
const MORE_FILES = 2

describe('the code that a first visit loads', () => {
  it.each(pages.map(({ path }) => path))('of %s is at most a twentieth more than it was', (path) => {
    const [kilobytes, files] = MEASURED[path] ?? [0, 0]
    expect(pageSize(chunks, modulesOf(path)) / 1000).toBeLessThan(kilobytes * SLACK)
    expect(filesOfPage(chunks, modulesOf(path)).length).toBeLessThanOrEqual(files + MORE_FILES)
  })

  it('of every page that runs before the first paint is 1 kB', () => {
    const html = readFileSync(join(folder, 'web', 'dist', 'index.html'), 'utf8')
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code)
    expect(inline.length).toBe(2)
    expect(gzipSync(inline.join('')).length).toBeLessThan(1000)
  })

  it('of the charts on the staff dashboard stays within 12 kB, including their styles', () => {
    const holder = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith('admin/charts/charts.tsx')),
    )
    const assets = join(folder, 'web', 'dist', 'assets')
    const [styles = ''] = readdirSync(assets).filter((name) => /^charts-.*\.css$/.test(name))
    expect(holder).toBeDefined()
    const size = Buffer.byteLength(holder?.code ?? '') + readFileSync(join(assets, styles)).length
    expect(size).toBeLessThan(12_000)
  })

  it('contains no zod', () => {
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    expect(modules.length).toBeGreaterThan(200)
    expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
  })

  it('contains no parent dialogs before they are used', () => {
    const landing = chunks.filter(({ isEntry }) => isEntry).flatMap(({ moduleIds }) => moduleIds)
    expect(landing.filter((id) => /node_modules\/@base-ui\/react\/dialog\//.test(id))).toEqual([])
  })
})

it('what only the demo runs is in files that the image leaves out', () => {
  const dist = join(folder, 'server', 'dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  const isEntry = (name: string) => !/^chunk-|[\\/]/.test(name) && name !== 'run-demo.js'
  const needed = new Set(files.filter(isEntry))
  for (const name of needed)
    for (const [, path = ''] of readFileSync(join(dist, name), 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g,
    )) {
      const imported = posix.join(posix.dirname(name), path)
      if (files.includes(imported)) needed.add(imported)
    }
  expect(files.filter((name) => !needed.has(name))).toEqual(['run-demo.js'])
})

it('source maps are outside of the folder that is served, one for each file, without the sources', () => {
  const dist = readdirSync(join(folder, 'web', 'dist'), { recursive: true, encoding: 'utf8' })
  expect(dist.filter((name) => name.includes('.map'))).toEqual([])
  for (const { fileName, code, moduleIds } of chunks) {
    expect(code).not.toContain('sourceMappingURL')
    // Files of the bundler's own have nothing to map.
    if (!moduleIds.some((id) => id.startsWith(root))) continue
    const map = JSON.parse(
      readFileSync(join(folder, 'web', 'maps', `${fileName.slice('assets/'.length)}.map`), 'utf8'),
    )
    expect(map).toMatchObject({ version: 3, mappings: expect.any(String) })
    expect(map).not.toHaveProperty('sourcesContent')
  }
})

it('the Spanish texts are one file, which no page loads in English', () => {
  const holds = (id: string) => id.endsWith('web/src/spanish.ts') || /\/texts\/([\w-]+\.)?es\.ts$/.test(id)
  const spanish = chunks.filter(({ moduleIds }) => moduleIds.some(holds))
  expect(spanish.map(({ fileName }) => fileName)).toEqual([expect.stringMatching(/^assets\/spanish-/)])
  expect(chunks.filter(({ imports }) => imports.includes(spanish[0]?.fileName ?? ''))).toEqual([])
  const size = gzipSync(spanish[0]?.code ?? '', { level: 9 }).length
  expect(size).toBeLessThan(30_000)
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
    for (const [, attribute, text = ''] of source.matchAll(/className="([^"\n]*)"|['"]([^'"\n]*)['"]/g)) {
      const words = (attribute ?? text).split(' ').filter(Boolean)
      const classes = words.filter((word) => defined.has(word))
      // A string is a list of classes if it is an attribute or at least half of its words are classes.
      if (words.length === 0 || (attribute === undefined && classes.length < words.length / 2)) continue
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
  type Page = { url: string; language?: 'en' | 'es'; responses: Record<string, unknown> }
  let renderPage: (page: Page & { program: typeof PROGRAM }) => Promise<string>
  const render = (page: Page) => renderPage({ language: 'en', ...page, program: PROGRAM })

  beforeAll(async () => {
    ;({ renderPage } = await import(pathToFileURL(join(folder, 'server/dist/render-page.js')).href))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to parse URL')))
  })
  afterAll(() => void vi.unstubAllGlobals())

  it('does without a response that is missing', async () => {
    const responses = { '/api/auth/session': null, '/api/months': { rows: [] } }
    expect(await render({ url: '/monthly-signup?month=gone', responses })).toContain('Hill Aftercare')
  })

  it('has nothing of another page that is rendered at the same time', async () => {
    const responses = { ...ABOUT, '/api/auth/session': null }
    const landing = { url: '/', responses }
    const spanish = { ...landing, language: 'es' as const }
    const [english, signIn, translated, again] = await Promise.all(
      [landing, { ...landing, url: '/auth' }, spanish, landing].map(render),
    )
    expect(english).toContain('Continue as Guest')
    expect(again).toBe(english)
    expect(signIn).toContain('type="password"')
    expect(translated).toContain('Continuar')
    expect(translated).not.toContain('Continue as Guest')
  })
})
