import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Router } from '../router/router'
import { LiveStream } from '../testing/live-stream'
import { AuthProvider } from './auth-provider'
import { announce, getAuthState, signOut } from './auth-store'
import { Leaving } from './leaving'

afterEach(() => {
  announce('SIGNED_OUT', null)
  vi.unstubAllGlobals()
})

it('leads to the start also from there, while the page after signing in is still on its way', async () => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) =>
    String(input).endsWith('/sign-out') ? Response.json({ ok: true }) : new Promise(() => undefined),
  )
  window.history.replaceState(null, '', '/')
  announce('SIGNED_IN', {
    user: { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' },
    roles: ['parent'],
    expires_at: '2999-01-01T00:00:00.000Z',
  })
  render(
    <Router>
      <AuthProvider>
        <Leaving />
      </AuthProvider>
    </Router>,
  )
  // The address is ahead of the screen.
  window.history.replaceState(null, '', '/dashboard')
  await signOut()
  await vi.waitFor(() => expect(getAuthState().leavingTo).toBeNull())
  expect(window.location.pathname).toBe('/')
})
