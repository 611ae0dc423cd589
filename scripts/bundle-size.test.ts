import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { filesOfPage, pageSize, readChunks } from './lib/bundle-size.mjs'
import { buildForTests } from './lib/test-build.mjs'

type Chunk = { isEntry: boolean; moduleIds: string[]; code: string }

let chunks: Chunk[]

beforeAll(async () => {
  chunks = readChunks(await buildForTests())
}, 240_000)

describe('the code that a first visit loads', () => {
  it.each([
    ['landing page', 105, ['parent/landing/landing-page.tsx']],
    ['sign-in', 118, ['parent/auth/auth-page.tsx']],
    ['monthly registration', 138, ['parent/registration/monthly-signup-page.tsx']],
    ["parent's dashboard", 145, ['parent/dashboard/dashboard-page.tsx']],
    ['staff sign-in', 115, ['admin/auth/admin-login-page.tsx']],
    [
      'staff dashboard',
      140,
      ['admin/admin-pages.tsx', 'admin/admin-frame.tsx', 'admin/dashboard/dashboard-page.tsx'],
    ],
    [
      'submissions',
      172,
      ['admin/admin-pages.tsx', 'admin/admin-frame.tsx', 'admin/submissions/submissions-page.tsx'],
    ],
  ])('of the %s stays within %i kB', (_, budget, modules) => {
    expect(pageSize(chunks, modules) / 1000).toBeLessThan(budget)
  })

  it('of the pictures on the staff dashboard stays within 12 kB, their styles included', () => {
    const holder = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith('admin/charts/charts.tsx')),
    )
    const styles = readFileSync(new URL('../web/src/admin/charts/charts.css', import.meta.url))
    expect(holder).toBeDefined()
    expect(Buffer.byteLength(holder?.code ?? '') + styles.length).toBeLessThan(12_000)
  })

  it('holds no zod at all', () => {
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    expect(modules.length).toBeGreaterThan(200)
    expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
  })

  it.each([
    ['landing page', 8, 'parent/landing/landing-page.tsx'],
    ['monthly registration', 20, 'parent/registration/monthly-signup-page.tsx'],
    ["parent's dashboard", 22, 'parent/dashboard/dashboard-page.tsx'],
  ])('of the %s comes in %i files at most: a browser fetches six at a time', (_, most, page) => {
    const id = chunks.flatMap(({ moduleIds }) => moduleIds).find((one) => one.endsWith(`web/src/${page}`))
    expect(filesOfPage(chunks, [id]).length).toBeLessThanOrEqual(most)
  })

  it('holds no dialogs of parents before they are used', () => {
    const landing = chunks.filter(({ isEntry }) => isEntry).flatMap(({ moduleIds }) => moduleIds)
    expect(landing.filter((id) => /node_modules\/@base-ui\/react\/dialog\//.test(id))).toEqual([])
  })
})
