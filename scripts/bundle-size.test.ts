import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminRoutes } from '../web/src/admin/admin-routes'
import { routes } from '../web/src/routes'
import { filesOfPage, pageSize, readChunks } from './lib/bundle-size.mjs'
import { buildForTests } from './lib/test-build.mjs'

type Chunk = { isEntry: boolean; moduleIds: string[]; code: string }

let chunks: Chunk[]

function modulesOf(path: string): string[] {
  const entry = [...routes, ...adminRoutes].find((route) => route.path === path)
  if (!entry || !('page' in entry)) throw new Error(`${path} is no page`)
  return entry.access === 'admin'
    ? ['admin/admin-area.tsx', 'admin/admin-frame.tsx', entry.page]
    : [entry.page]
}

beforeAll(async () => {
  chunks = readChunks(await buildForTests())
}, 240_000)

describe('the code that a first visit loads', () => {
  it.each([
    ['landing page', 105, '/'],
    ['sign-in', 118, '/auth'],
    ['monthly registration', 138, '/monthly-signup/:month?'],
    ["parent's dashboard", 145, '/dashboard'],
    ['staff sign-in', 115, '/admin/login'],
    ['staff dashboard', 140, '/admin/dashboard'],
    ['submissions', 172, '/admin/submissions'],
  ])('of the %s stays within %i kB', (_, budget, path) => {
    expect(pageSize(chunks, modulesOf(path)) / 1000).toBeLessThan(budget)
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
    ["parent's dashboard", 22, '/dashboard'],
  ])('of the %s is at most %i files: a browser fetches six at a time', (_, most, path) => {
    expect(filesOfPage(chunks, modulesOf(path)).length).toBeLessThanOrEqual(most)
  })

  it('contains no parent dialogs before they are used', () => {
    const landing = chunks.filter(({ isEntry }) => isEntry).flatMap(({ moduleIds }) => moduleIds)
    expect(landing.filter((id) => /node_modules\/@base-ui\/react\/dialog\//.test(id))).toEqual([])
  })
})
