import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../auth/auth-provider'
import { announce } from '../../auth/auth-store'
import { loadProgram } from '../../features/program/program'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { AuthPage } from './auth-page'

// On a busy machine every step takes its time.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

const PROGRAM = {
  name: 'Preschool Aftercare',
  time_zone: 'America/New_York',
  contact_email: 'aftercare@example.com',
  now: null,
  is_clock_set: false,
  sends_mail: true,
}

beforeEach(async () => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) =>
    Response.json(String(input).endsWith('/api/program') ? PROGRAM : null),
  )
  await loadProgram()
  announce('SIGNED_OUT', null)
  window.history.replaceState({ usr: { tab: 'sign-up' }, idx: 0 }, '', '/auth')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('says where the mail of a new account went, whatever is typed to sign in afterwards', async () => {
  render(
    <Router>
      <AuthProvider>
        <AuthPage />
      </AuthProvider>
    </Router>,
  )
  type('Full Name', 'Dana Okafor')
  type('Email', 'dana@example.com')
  type('Password', 'late afternoon')
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  const words = 'We have sent a mail to dana@example.com. Open its link, then sign in here.'
  await screen.findByText(words)
  await waitFor(() => expect(document.activeElement?.textContent).toBe(words))
  type('Email', 'dana@example.org')
  expect(screen.getByText(words)).toBeDefined()
})
