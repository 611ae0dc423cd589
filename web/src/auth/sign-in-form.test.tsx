import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Portal } from '../lib/auth.api'
import { AuthProvider } from '../lib/auth-provider'
import { LiveStream } from '../testing/live-stream'
import { ToastProvider } from '../ui/feedback/toast-provider'
import { ResetForm } from './reset-form'
import { SignInForm } from './sign-in-form'

let fetched: ReturnType<typeof vi.fn>
beforeEach(() => {
  fetched = vi.fn(async () => Response.json(null))
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const EMAIL = { email: ' ', onEmailChange: vi.fn() }

it.each<[Portal, string | null]>([
  ['parent', null],
  ['staff', 'Please enter your email address to reset your password.'],
])('requires the email; in the %s portal the toast says %s', async (portal, message) => {
  render(
    <ToastProvider>
      <ResetForm portal={portal} {...EMAIL} onBack={vi.fn()} />
    </ToastProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }))
  await screen.findByText('Email is required')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  if (message) await screen.findByText(message)
  expect(screen.queryAllByText('Email required')).toHaveLength(message ? 1 : 0)
  expect(fetched).not.toHaveBeenCalled()
})

it.each<Portal>(['parent', 'staff'])(
  'requires both fields of the %s sign-in, and sends nothing',
  async (portal) => {
    render(
      <AuthProvider>
        <SignInForm portal={portal} {...EMAIL} onForgot={vi.fn()} onSignedIn={vi.fn()} />
      </AuthProvider>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByText('Email is required')
    await screen.findByText('Password is required')
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([])
  },
)

it.each<Portal>(['parent', 'staff'])('checks nothing else in the %s sign-in', async (portal) => {
  render(
    <AuthProvider>
      <SignInForm
        portal={portal}
        email="abc"
        onEmailChange={vi.fn()}
        onForgot={vi.fn()}
        onSignedIn={vi.fn()}
      />
    </AuthProvider>,
  )
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST')
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  expect(JSON.parse(sent()[0]?.[1].body)).toMatchObject({ email: 'abc', password: ' ' })
})
