import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../auth/auth-provider'
import { setSession } from '../auth/auth-store'
import { queryClient } from '../lib/query-client'
import { Router } from '../router/router'
import { LiveStream } from '../testing/live-stream'
import { ToastProvider } from '../ui/feedback/toast'
import { Activity } from './activity/activity'
import { SubmissionsPage } from './submissions/submissions-page'

/** The list follows a search when the typing pauses; a click on Export CSV does not wait for that. */

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

const SESSION = {
  user: { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina' },
  roles: ['admin' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
}
let exported: URLSearchParams[]

beforeEach(() => {
  exported = []
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname, searchParams } = new URL(String(input), 'http://x')
    if (pathname.endsWith('/export')) {
      exported.push(searchParams)
      return new Response(null, { status: 503 })
    }
    if (pathname.endsWith('/activity')) return Response.json({ rows: [], older: null })
    if (pathname.endsWith('/submissions'))
      return Response.json({
        rows: [],
        total: 0,
        is_capped: false,
        edited_since_billed: 0,
        page: 1,
        size: 25,
      })
    return Response.json({ ...SESSION, now: '2026-11-16T14:00:00.000Z' })
  })
  setSession(SESSION)
})
afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(url: string, page: ReactNode) {
  window.history.replaceState(null, '', url)
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AuthProvider>
          <ToastProvider>{page}</ToastProvider>
        </AuthProvider>
      </Router>
    </QueryClientProvider>,
  )
}

it.each([
  ['submissions', '/admin/submissions?type=day_drop_in', <SubmissionsPage key="s" />, 'search', 'type'],
  ['activity', '/admin/settings?kind=families', <Activity key="a" />, 'person', 'kind'],
])(
  'exports the %s of a search that was just typed, with the other filters',
  async (_, url, page, name, other) => {
    show(url, page)
    const search = await screen.findByRole('searchbox')
    const button = screen.getByRole('button', { name: 'Export CSV' })
    const before = new URLSearchParams(window.location.search).get(other)
    fireEvent.change(search, { target: { value: 'okafor' } })
    fireEvent.click(button)
    await waitFor(() => expect(exported).toHaveLength(1))
    expect(exported[0]?.get(name)).toBe('okafor')
    expect(exported[0]?.get(other)).toBe(before)
  },
)
