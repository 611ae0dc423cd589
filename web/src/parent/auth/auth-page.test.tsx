import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../auth/auth-provider'
import { announce } from '../../auth/auth-store'
import { loadProgram } from '../../features/program/program'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { AuthPage } from './auth-page'

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

it('says where the mail of a new account went, whatever is typed to sign in afterwards', async () => {
  const user = userEvent.setup()
  render(
    <Router>
      <AuthProvider>
        <AuthPage />
      </AuthProvider>
    </Router>,
  )
  await user.type(screen.getByLabelText('Full Name'), 'Dana Okafor')
  await user.type(screen.getByLabelText('Email'), 'dana@example.com')
  await user.type(screen.getByLabelText('Password'), 'late afternoon')
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
  const words = 'We have sent a mail to dana@example.com. Open its link, then sign in here.'
  await screen.findByText(words)
  await user.type(screen.getByLabelText('Email'), '.org')
  expect(screen.getByText(words)).toBeDefined()
})
