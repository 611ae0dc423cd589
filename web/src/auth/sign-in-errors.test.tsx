import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../app'
import { setSession } from '../lib/auth-store'
import { queryClient } from '../lib/query-client'
import { LiveStream } from '../testing/live-stream'
import { PARENT_SESSION, parentServer } from '../testing/parent-server'
import { expectToast } from '../testing/toasts'

const pages = import.meta.glob(['/src/parent/*/*-page.tsx', '/src/admin/auth/*-page.tsx'])
beforeAll(() => Promise.all(Object.values(pages).map((load) => load())))

/** How the next requests to these paths end; everything else is answered as usual. */
let responses: Record<string, () => Response>
let sent: string[]
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const empty = () => new Response('', { status: 500 })
const error = (status: number, code: string, message: string) => () =>
  Response.json({ error: { code, message } }, { status })

beforeEach(() => {
  responses = {}
  sent = []
  const server = parentServer(null)
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://x')
    if (init?.method === 'POST') sent.push(pathname)
    return responses[pathname]?.() ?? server.fetch(input)
  })
  setSession(null)
})
afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
})

const open = (url: string) => {
  window.history.replaceState(null, '', url)
  render(<App />)
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const signIn = async () => {
  await screen.findByRole('button', { name: 'Sign In' })
  type('Email', 'dana@example.com')
  type('Password', 'late afternoon')
  press('Sign In')
}
const signUp = async () => {
  fireEvent.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  type('Full Name', 'Dana')
  type('Email', 'dana@example.com')
  type('Password', 'late afternoon')
  press('Create Account')
}
const reset = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^Forgot password\?$/i }))
  await screen.findByRole('button', { name: 'Send Reset Link' })
  type('Email', 'dana@example.com')
  press('Send Reset Link')
}

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const SUSPENDED = 'This account is suspended. Please contact the aftercare office.'
const NO_ADDRESS = 'Please enter a valid email address'
const NOT_SENT = 'Failed to send reset email. Please try again.'
const AGAIN = 'Please use the link in the last email we sent. You can ask for it again in 9 minutes.'
const UNREACHABLE = 'We could not reach the server. Nothing is lost.'
const FORGOT = '/api/auth/forgot-password'

const IN = '/api/auth/sign-in'
const UP = '/api/auth/sign-up'

it.each<[string, string, string, () => Promise<void>, string, () => Response]>([
  ['/auth', 'Sign In Failed', 'Wrong password.', signIn, IN, error(401, 'x', 'Wrong password.')],
  ['/auth', 'Sign In Failed', SUSPENDED, signIn, IN, error(403, 'suspended', SUSPENDED)],
  ['/auth', 'Sign In Failed', 'Invalid credentials. Please try again.', signIn, IN, empty],
  ['/auth', 'Sign In Error', `${UNEXPECTED} ${UNREACHABLE}`, signIn, IN, lost],
  ['/auth', 'Sign Up Failed', NO_ADDRESS, signUp, UP, error(422, 'invalid', NO_ADDRESS)],
  ['/auth', 'Sign Up Failed', 'Failed to create account. Please try again.', signUp, UP, empty],
  ['/auth', 'Sign Up Error', `${UNEXPECTED} ${UNREACHABLE}`, signUp, UP, lost],
  ['/auth', 'Password Reset Failed', NO_ADDRESS, reset, FORGOT, error(422, 'invalid', NO_ADDRESS)],
  ['/auth', 'Password Reset Failed', AGAIN, reset, FORGOT, error(429, 'mailed-recently', AGAIN)],
  ['/auth', 'Password Reset Failed', NOT_SENT, reset, FORGOT, empty],
  ['/auth', 'Password Reset Failed', `${NOT_SENT} ${UNREACHABLE}`, reset, FORGOT, lost],
  ['/admin/login', 'Login failed', 'Wrong password.', signIn, IN, error(401, 'x', 'Wrong password.')],
  ['/admin/login', 'Password reset failed', NO_ADDRESS, reset, FORGOT, error(422, 'invalid', NO_ADDRESS)],
])('%s says "%s: %s"', async (url, title, message, act, path, response) => {
  responses[path] = response
  open(url)
  await act()
  await expectToast(title, message)
})

it('admits nobody to the admin portal without a verified role', async () => {
  responses['/api/auth/sign-in'] = () => Response.json({ ...PARENT_SESSION, roles: ['admin'] })
  responses['/api/auth/sign-out'] = () => Response.json({})
  responses['/api/admin/role'] = lost
  open('/admin/login')
  await signIn()
  await expectToast('Login failed', 'Failed to verify admin privileges')
  expect(window.location.pathname).toBe('/admin/login')
  expect(sent).toContain('/api/auth/sign-out')
})

it('requires every field of a sign-up and a long enough password, and sends nothing', async () => {
  open('/auth')
  fireEvent.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  press('Create Account')
  await screen.findByText('Full name is required')
  screen.getByText('Email is required')
  screen.getByText('Password is required')
  type('Password', '12345')
  press('Create Account')
  await screen.findByText('Password must be at least 6 characters long.')
  expect(sent).toEqual([])
  responses['/api/auth/password-check'] = () => Response.json({ weakness: 'common' })
  type('Password', 'aaaaaa')
  await screen.findByText(/This password is easy to guess: it is one of the 10,000 most common\./)
  type('Password', 'sunset over water')
  await screen.findByText('At least 6 characters.')
})

it('redirects the older URL to the sign-in page with its parameters', async () => {
  open('/login?reset=true')
  await screen.findByRole('heading', { name: 'Forgot Password' })
  expect(window.location.pathname + window.location.search).toBe('/auth?reset=true')
  cleanup()
  responses['/api/auth/recovery/check'] = error(400, 'invalid-link', 'Used up.')
  open('/login#access_token=made-up&refresh_token=made-up&type=recovery')
  await screen.findByText('The password reset link is invalid or has expired.')
  expect(window.location.pathname + window.location.hash).toBe('/auth')
})

const LINK = '?access_token=abc&refresh_token=def&type=recovery'
const chooseNew = async () => {
  await screen.findByLabelText('New Password')
  type('New Password', 'late afternoon')
  type('Confirm Password', 'late afternoon')
  press('Update Password')
}

const USED_UP = 'The link is used up.'

it.each<[string, string, string, () => Response]>([
  ['/auth', 'Password Update Failed', `Failed to update password. Please try again. ${UNREACHABLE}`, lost],
  ['/auth', 'Password Update Failed', USED_UP, error(400, 'invalid-link', USED_UP)],
  ['/admin/login', 'Password update failed', USED_UP, error(400, 'invalid-link', USED_UP)],
])('%s says "%s: %s" about a new password set by a link', async (url, title, message, response) => {
  responses['/api/auth/recovery/check'] = () => Response.json({ email: 'dana@example.com' })
  responses['/api/auth/recovery/password'] = response
  open(`${url}${LINK}`)
  await chooseNew()
  await expectToast(title, message)
})

it.each(['/auth', '/admin/login'])(
  '%s says that a password may be saved whose response was lost',
  async (url) => {
    responses['/api/auth/recovery/check'] = () => Response.json({ email: 'dana@example.com' })
    responses['/api/auth/recovery/password'] = lost
    open(`${url}${LINK}`)
    await chooseNew()
    await screen.findByText(/^Failed to update password\. Please try again\./)
    responses['/api/auth/recovery/password'] = error(400, 'invalid-link', USED_UP)
    await screen.findByRole('button', { name: 'Update Password', busy: false })
    press('Update Password')
    await expectToast('Connection Lost', 'Your new password may already be saved. Try to sign in with it.')
    await screen.findByRole('button', { name: 'Sign In' })
  },
)

it.each(['/auth', '/admin/login'])(
  '%s says whose password a link sets, if others are signed in',
  async (url) => {
    responses['/api/auth/session'] = () =>
      Response.json({ ...PARENT_SESSION, now: '2026-11-16T14:00:00.000Z' })
    setSession(PARENT_SESSION)
    for (const email of ['dana@example.com', 'kemi@example.com']) {
      responses['/api/auth/recovery/check'] = () => Response.json({ email, has_password: true })
      open(`${url}${LINK}`)
      await screen.findByLabelText('New Password')
      const words = screen.queryByText(/^This link is for/)?.textContent ?? null
      expect(words).toBe(
        email === PARENT_SESSION.user.email
          ? null
          : "This link is for kemi@example.com. You're signed in as dana@example.com: saving the password signs you out here.",
      )
      cleanup()
    }
  },
)

it.each([
  [
    'another account',
    'kemi@example.com',
    "kemi@example.com has been confirmed. You're signed in as dana@example.com: sign out to use the other account.",
  ],
  ['the same account', 'dana@example.com', 'Your email has been confirmed.'],
])('a verification link works for a signed-in user and names the account: %s', async (_, email, message) => {
  responses['/api/auth/session'] = () => Response.json({ ...PARENT_SESSION, now: '2026-11-16T14:00:00.000Z' })
  setSession(PARENT_SESSION)
  responses['/api/auth/verify'] = () => Response.json({ email })
  open('/#access_token=abc&type=signup')
  await expectToast('Email Verified', message)
  expect(window.location.pathname + window.location.hash).toBe('/dashboard')
  expect(sent).toEqual(['/api/auth/verify'])
})

it('an invalid verification link says so to a signed-in user too', async () => {
  responses['/api/auth/session'] = () => Response.json({ ...PARENT_SESSION, now: '2026-11-16T14:00:00.000Z' })
  setSession(PARENT_SESSION)
  responses['/api/auth/verify'] = error(400, 'invalid-verification', 'Expired.')
  open('/#access_token=abc&type=signup')
  await expectToast('Verification Failed', 'Expired.')
})

it('retries a link that could not be checked', async () => {
  responses['/api/auth/recovery/check'] = lost
  open(`/auth${LINK}`)
  await screen.findByText(/^We couldn't check the link\./)
  responses['/api/auth/recovery/check'] = () => Response.json({ email: 'dana@example.com' })
  press('Try again')
  await screen.findByRole('heading', { name: 'Update Your Password' })
})
