import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../lib/auth-provider'
import { getAuthState, setSession } from '../../lib/auth-store'
import { takeFlashToast } from '../../lib/flash-toast'
import { queryClient } from '../../lib/query-client'
import { Router, Routes } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { PARENT_SESSION } from '../../testing/parent-server'
import { expectToast } from '../../testing/toasts'
import { ToastProvider } from '../../ui/feedback/toast-provider'
import type { InvitationPreview } from './join.api'
import JoinPage from './join-page'

const PREVIEW: InvitationPreview = {
  by_office: false,
  invited_by: 'Kemi <b>Okafor</b>',
  email_hint: 'd…@example.com',
  email: 'dana@example.com',
  has_account: false,
  state: 'sign_up',
  reason: null,
  reason_code: null,
}
const SESSION_BODY = { ...PARENT_SESSION, now: '2026-11-16T14:00:00.000Z' }

const error = (status: number, code: string, message: string, fields = {}) =>
  Response.json({ error: { code, message, fields } }, { status })
const notValid = () => error(404, 'invalid-invitation', 'This invitation is no longer valid.')

let responses: Record<string, () => Response>
let requests: [path: string, body: unknown][]
beforeEach(() => {
  requests = []
  responses = {
    '/api/auth/session': () => Response.json(null),
    '/api/join/preview': () => Response.json(PREVIEW),
  }
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://x')
    if (init?.body) requests.push([pathname, JSON.parse(String(init.body))])
    const response = responses[pathname]?.()
    if (!response) throw new TypeError('Failed to fetch')
    return response
  })
  vi.spyOn(window.location, 'replace').mockReturnValue()
  setSession(null)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  setSession(null)
})

function signedIn() {
  responses['/api/auth/session'] = () => Response.json(SESSION_BODY)
  setSession(PARENT_SESSION)
}

function open(preview: Partial<InvitationPreview> = {}) {
  if (Object.keys(preview).length > 0)
    responses['/api/join/preview'] = () => Response.json({ ...PREVIEW, ...preview })
  window.history.replaceState(null, '', '/join/secret-1')
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <Router>
          <AuthProvider>
            <Routes routes={[{ path: '/join/:token', element: <JoinPage /> }]} />
          </AuthProvider>
        </Router>
      </ToastProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const heading = () => screen.findByRole('heading', { level: 1, name: /invited you to their family/ })

it('says who invites to what, makes the account and joins in one step', async () => {
  const user = open()
  expect((await heading()).textContent).toBe(
    'Kemi <b>Okafor</b> invited you to their family at Preschool Aftercare',
  )
  screen.getByText(/looks after children at the end of the school day/)
  screen.getByText(/see and manage the same children, registrations and payments/)
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  expect([email.value, email.readOnly]).toEqual(['dana@example.com', true])
  await user.type(screen.getByLabelText('Full Name'), 'Dana Okafor')
  await user.type(screen.getByLabelText('Choose a password'), 'sunset')
  responses['/api/join/sign-up'] = () => Response.json(SESSION_BODY)
  await user.click(screen.getByRole('button', { name: 'Join this family' }))
  await waitFor(() => expect(window.location.replace).toHaveBeenCalledExactlyOnceWith('/dashboard'))
  expect(requests).toContainEqual([
    '/api/join/sign-up',
    { token: 'secret-1', full_name: 'Dana Okafor', password: 'sunset' },
  ])
  expect(getAuthState().session?.user.id).toBe('dana')
  expect(sessionStorage.getItem('aftercare.flash')).toContain('You joined the family')
})

it('names an empty name and a short password at their fields', async () => {
  const user = open()
  await heading()
  await user.type(screen.getByLabelText('Choose a password'), '12345')
  await user.click(screen.getByRole('button', { name: 'Join this family' }))
  screen.getByText('Full name is required')
  screen.getByText('Password must be at least 6 characters long.')
  expect(requests.map(([path]) => path)).toEqual(['/api/join/preview'])
})

it('keeps what was typed without a connection', async () => {
  const user = open()
  await heading()
  await user.type(screen.getByLabelText('Full Name'), 'Dana')
  await user.type(screen.getByLabelText('Choose a password'), 'sunset')
  await user.click(screen.getByRole('button', { name: 'Join this family' }))
  await expectToast('Not joined', "We couldn't reach the server. Check your connection and try again.")
  expect(screen.getByLabelText<HTMLInputElement>('Choose a password').value).toBe('sunset')
})

it('signs in to the account that was made although the response was lost, and says that they joined', async () => {
  const user = open()
  await heading()
  await user.type(screen.getByLabelText('Full Name'), 'Dana')
  await user.type(screen.getByLabelText('Choose a password'), 'sunset')
  const join = screen.getByRole('button', { name: 'Join this family' })
  await user.click(join)
  await expectToast('Not joined', "We couldn't reach the server. Check your connection and try again.")
  responses['/api/join/sign-up'] = notValid
  responses['/api/auth/sign-in'] = () => Response.json(SESSION_BODY)
  await user.click(join)
  await waitFor(() => expect(window.location.replace).toHaveBeenCalledWith('/dashboard'))
  expect(requests).toContainEqual(['/api/auth/sign-in', { email: 'dana@example.com', password: 'sunset' }])
  expect(takeFlashToast()?.title).toBe('You joined the family')
})

it('joins by another click after a lost response, and keeps the page until then', async () => {
  signedIn()
  const user = open({ state: 'join' })
  const join = await screen.findByRole('button', { name: 'Join this family' })
  responses['/api/join/preview'] = notValid
  await user.click(join)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn't reach the server\./)
  responses['/api/join'] = () => Response.json({ ok: true })
  await user.click(screen.getByRole('button', { name: 'Join this family' }))
  await waitFor(() => expect(window.location.replace).toHaveBeenCalledWith('/dashboard'))
})

it('asks to sign in where the address has an account, and only then to join', async () => {
  const user = open({ has_account: true, state: 'sign_in' })
  await screen.findByText('You already have an account here. Sign in, then join the family.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('dana@example.com')
  await user.type(screen.getByLabelText('Password'), 'sunset')
  responses['/api/auth/sign-in'] = () => Response.json(SESSION_BODY)
  responses['/api/auth/session'] = () => Response.json(SESSION_BODY)
  responses['/api/join/preview'] = () => Response.json({ ...PREVIEW, has_account: true, state: 'join' })
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  const join = await screen.findByRole('button', { name: 'Join this family' })
  expect(window.location.pathname).toBe('/join/secret-1')
  expect(requests.some(([path]) => path === '/api/join')).toBe(false)
  responses['/api/join'] = () => Response.json({ ok: true })
  await user.click(join)
  await waitFor(() => expect(window.location.replace).toHaveBeenCalledExactlyOnceWith('/dashboard'))
})

it('goes over to signing in when the account was made meanwhile', async () => {
  const user = open()
  await heading()
  await user.type(screen.getByLabelText('Full Name'), 'Dana')
  await user.type(screen.getByLabelText('Choose a password'), 'sunset')
  const words = 'This address has an account. Sign in to join.'
  responses['/api/join/sign-up'] = () => error(409, 'sign-in-first', words)
  responses['/api/join/preview'] = () => Response.json({ ...PREVIEW, has_account: true, state: 'sign_in' })
  await user.click(screen.getByRole('button', { name: 'Join this family' }))
  await expectToast('Not joined', words)
  await screen.findByRole('button', { name: 'Sign In' })
})

it('says which address was invited to whoever is signed in under another, and signs out back to the link', async () => {
  signedIn()
  const user = open({ email: null, email_hint: 'k…@example.com', state: 'other_address' })
  const words = "This invitation was sent to k…@example.com. You're signed in as dana@example.com."
  await waitFor(() => expect(document.body.textContent).toContain(words))
  expect(screen.queryByRole('button', { name: 'Join this family' })).toBeNull()
  responses['/api/auth/sign-out'] = () => Response.json({ ok: true })
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(window.location.replace).toHaveBeenCalledWith('/join/secret-1'))
})

it('gives the reason where the account cannot join, before and after pressing', async () => {
  signedIn()
  const reason = "A staff account can't join a family."
  const user = open({ state: 'join' })
  responses['/api/join'] = () => error(409, 'join-refused', reason)
  await user.click(await screen.findByRole('button', { name: 'Join this family' }))
  await screen.findByText(reason)
  responses['/api/join/preview'] = () => Response.json({ ...PREVIEW, state: 'refused', reason })
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Join this family' })).toBeNull())
  expect(screen.getByRole('alert').textContent).toBe(reason)
  expect(window.location.replace).not.toHaveBeenCalled()
})

it.each([
  ['unknown, used, cancelled or expired', notValid],
  [
    'cut off by a mail client',
    () => error(422, 'invalid', 'Please check the fields.', { token: 'Too long' }),
  ],
])('says nothing about the family when the link is %s', async (_, response) => {
  responses['/api/join/preview'] = response
  open()
  await screen.findByText('This invitation is no longer valid.')
  screen.getByRole('link', { name: 'Sign In' })
  expect(document.body.textContent).not.toMatch(/Kemi|example\.com/)
})

it('no longer shows the family once the link has become invalid', async () => {
  signedIn()
  const user = open({ state: 'join' })
  const join = await screen.findByRole('button', { name: 'Join this family' })
  responses['/api/join'] = notValid
  responses['/api/join/preview'] = notValid
  await user.click(join)
  await screen.findByRole('link', { name: 'Go to Home' })
  expect(document.body.textContent).not.toMatch(/Kemi/)
})
