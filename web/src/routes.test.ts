import { afterEach, describe, expect, it, vi } from 'vitest'
import { adminRoutes } from './admin/admin-routes'
import prefetchDashboard from './parent/dashboard/dashboard.prefetch'
import { routeRequests, routes } from './routes'

const all = [...routes, ...adminRoutes]
const files = Object.keys(
  import.meta.glob(['./{parent,admin}/**/*-page.tsx', './{parent,admin}/**/*.prefetch.ts']),
)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the route tables', () => {
  it('list every page and prefetch file, and none that does not exist', () => {
    const named = all.flatMap((entry) =>
      'page' in entry ? [entry.page, ...(entry.prefetch ? [entry.prefetch] : [])] : [],
    )
    expect(named.map((file) => `./${file}`).sort()).toEqual(files.sort())
  })

  it('have every path once, and all staff-only paths in the admin table', () => {
    const paths = all.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(routes.filter(({ access }) => access === 'admin')).toEqual([])
    expect(adminRoutes.filter(({ access }) => access !== 'admin')).toEqual([])
    expect(adminRoutes.filter(({ path }) => !/^\/admin(\/|$)/.test(path))).toEqual([])
  })

  it('preload the URLs of the dashboard exactly as its queries request them', async () => {
    const request = vi.fn((_: unknown) => new Promise<Response>(() => undefined))
    vi.stubGlobal('fetch', request)
    prefetchDashboard()
    await vi.waitFor(() =>
      expect(request.mock.calls.map(([url]) => url)).toEqual(routeRequests['/dashboard']?.signedIn),
    )
  })
})
