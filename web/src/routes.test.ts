import { afterEach, describe, expect, it, vi } from 'vitest'
import { adminRoutes } from './admin/admin-routes'
import { setSession } from './lib/auth-store'
import { queryClient } from './lib/query-client'
import type { Session } from './lib/session'
import prefetchDashboard from './parent/dashboard/dashboard.prefetch'
import prefetchRegistration from './parent/registration/registration.prefetch'
import { routeRequests, routes } from './routes'

const aSession: Session = {
  user: { id: 'u1', email: 'dana@example.com', full_name: 'Dana' },
  roles: ['parent'],
  expires_at: '2999-01-01T00:00:00Z',
}
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

  it('name the URLs of the registration page exactly as its queries request them', async () => {
    const request = vi.fn((_: unknown) => new Promise<Response>(() => undefined))
    vi.stubGlobal('fetch', request)
    window.history.replaceState(null, '', '/monthly-signup/m1')
    const { anyone = [], signedIn = [] } = routeRequests['/monthly-signup/:month?'] ?? {}
    for (const [session, urls] of [
      [null, anyone],
      [aSession, [...anyone, ...signedIn]],
    ] as const) {
      setSession(session, { isExpected: true })
      queryClient.clear()
      request.mockClear()
      void prefetchRegistration()
      const expected = urls.map((url) => url.replace(':month', 'm1')).sort()
      await expect.poll(() => request.mock.calls.map(([url]) => url).sort()).toEqual(expected)
    }
    setSession(null, { isExpected: true })
    queryClient.clear()
  })

  it('preload the URLs of the dashboard exactly as its queries request them', async () => {
    const request = vi.fn((_: unknown) => new Promise<Response>(() => undefined))
    vi.stubGlobal('fetch', request)
    prefetchDashboard()
    await expect
      .poll(() => request.mock.calls.map(([url]) => url))
      .toEqual(routeRequests['/dashboard']?.signedIn)
  })
})
