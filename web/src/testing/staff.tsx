import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { AuthProvider } from '../lib/auth-provider'
import { setSession } from '../lib/auth-store'
import { queryClient } from '../lib/query-client'
import { Router } from '../router/router'
import { ToastProvider } from '../ui/feedback/toast-provider'
import { LiveStream } from './live-stream'

export const STAFF_SESSION = {
  user: { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina' },
  roles: ['admin' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
  family_id: 'rosa',
}

type Respond = (url: URL, init?: RequestInit) => Response | Promise<Response> | undefined

/** Signs staff in before each test. Requests that `respond` does not handle get the session. */
export function withStaff(respond: Respond): void {
  beforeEach(() => {
    vi.stubGlobal('EventSource', LiveStream)
    vi.stubGlobal(
      'fetch',
      async (input: string | URL | Request, init?: RequestInit) =>
        respond(new URL(String(input), 'http://x'), init) ??
        Response.json({ ...STAFF_SESSION, now: '2026-11-16T14:00:00.000Z' }),
    )
    setSession(STAFF_SESSION)
  })
  afterEach(() => {
    cleanup()
    setSession(null)
    queryClient.clear()
  })
}

/** Renders a page, or a part of one, with the app's providers, at a URL. */
export function renderAdminPage(url: string, page: ReactNode) {
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
  return userEvent.setup({ pointerEventsCheck: 0 })
}
