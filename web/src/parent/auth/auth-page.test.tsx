import type { GrantedRole } from '@aftercare/domain/lib/enums'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../lib/auth-provider'
import { setSession } from '../../lib/auth-store'
import { loadProgram } from '../../lib/program'
import { Router, useLocation } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import AuthPage from './auth-page'

const PROGRAM = {
  name: 'Preschool Aftercare',
  time_zone: 'America/New_York',
  contact_email: 'aftercare@example.com',
  contact_phone: null,
  logo: null,
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
  setSession(null)
  window.history.replaceState({ usr: { tab: 'sign-up' }, idx: 0 }, '', '/auth')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const Pages = () => (useLocation().pathname === '/auth' ? <AuthPage /> : null)
const show = () =>
  render(
    <Router>
      <AuthProvider>
        <Pages />
      </AuthProvider>
    </Router>,
  )
const here = () => window.location.pathname + window.location.search + window.location.hash
const open = (path: string, state: unknown = null) =>
  window.history.replaceState({ usr: state, idx: 0 }, '', path)

it.each([
  ['/children?x=1#two', '/children?x=1#two'],
  [undefined, '/'],
  ['https://evil.example/children', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  [undefined, '/admin/day-reports/board', 'attendance' as const],
  ['/children', '/children', 'attendance' as const],
])('redirects a signed-in user who came from %s to %s', async (from, to, role: GrantedRole = 'parent') => {
  setSession({
    user: { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' },
    roles: [role],
    expires_at: '2999-01-01T00:00:00.000Z',
  })
  open('/auth', from === undefined ? null : { from })
  show()
  await waitFor(() => expect(here()).toBe(to))
})

it.each(['#access_token=abc', '?access_token=abc&refresh_token=def&type=recov', '#refresh_token=def'])(
  'says that a link which was cut off is invalid, and takes its token out of the address: %s',
  async (link) => {
    open(`/auth${link}`)
    show()
    await screen.findByText('Invalid reset link')
    await waitFor(() => expect(here()).toBe('/auth'))
    expect(screen.getByText('The password reset link is invalid or has expired.')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Forgot Password' })).toBeDefined()
  },
)

it("sends a sign-up with any name, and shows the server's error", async () => {
  const words = 'Must be at most 120 characters'
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    const error = { code: 'invalid', message: 'Please check the form.', fields: { full_name: words } }
    return Response.json({ error }, { status: 422 })
  })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByText('Full name is required')
  expect(sent).toEqual([])
  const name = 'x'.repeat(121)
  type('Full Name', name)
  type('Email', 'abc')
  type('Password', 'aaaaaa')
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Full Name')))
  await screen.findByText(words)
  expect(sent).toEqual([{ full_name: name, email: 'abc', password: 'aaaaaa' }])
})

it('shows where the email of a new account went, whatever is typed into the form afterwards', async () => {
  show()
  type('Full Name', 'Dana Okafor')
  type('Email', 'dana@example.com')
  type('Password', 'late afternoon')
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  const words = 'We sent an email to dana@example.com. Open the link in it, then sign in here.'
  await screen.findByText(words)
  await waitFor(() => expect(document.activeElement?.textContent).toBe(words))
  type('Email', 'dana@example.org')
  expect(screen.getByText(words)).toBeDefined()
})

it('asks a parent whom staff invited to choose a first password', async () => {
  vi.stubGlobal('fetch', async (input: string | URL | Request) =>
    Response.json(
      String(input).endsWith('/recovery/check')
        ? { email: 'dana@example.com', has_password: false }
        : { ok: true },
    ),
  )
  open('/auth#access_token=abc&refresh_token=def&type=recovery')
  show()
  await screen.findByRole('heading', { name: 'Choose Your Password' })
  expect(here()).toBe('/auth')
  await screen.findByLabelText('Confirm Password')
  type('Password', 'late afternoon')
  type('Confirm Password', 'late afternoon')
  fireEvent.click(screen.getByRole('button', { name: 'Save Password' }))
  await screen.findByRole('button', { name: 'Sign In' })
})

it('fills in the email of the account whose password was just chosen', async () => {
  const email = 'dana@example.com'
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const path = String(input)
    if (path.endsWith('/recovery/check')) return Response.json({ email, has_password: false })
    return Response.json(path.endsWith('/recovery/password') ? { ok: true } : null)
  })
  open('/auth#access_token=abc&type=recovery')
  show()
  await screen.findByRole('button', { name: 'Save Password' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email)
  type('Password', 'sunset over water')
  type('Confirm Password', 'sunset over water')
  fireEvent.click(screen.getByRole('button', { name: 'Save Password' }))
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email)
})
