import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getAuthState, setSession, subscribeAuth } from './lib/auth-store'
import { scopedToast, useToast } from './lib/scoped-toast'
import { RouteFocus } from './route-focus'
import { Link, Navigate, Router, Routes } from './router/router'
import { LiveStream } from './testing/live-stream'
import { toast } from './ui/feedback/toast'
import { ToastProvider } from './ui/feedback/toast-provider'

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const SESSION = { user: DANA, roles: ['parent' as const], expires_at: '2999-01-01T00:00:00.000Z' }

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  window.history.replaceState(null, '', '/form')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const profile = scopedToast('profile')
const failed = () => act(() => profile.error('Error', 'Failed to save'))
const said = (text: string) => screen.queryByText(text)
const expectGone = (text: string) => waitFor(() => expect(said(text)).toBeNull())

function Form() {
  useToast('profile')
  return <Link to="/elsewhere">Leave</Link>
}

function ForSomebody() {
  const { session } = useSyncExternalStore(subscribeAuth, getAuthState)
  return session ? <Form /> : <Navigate to="/elsewhere" replace />
}

const pages = [
  { path: '/form', element: <Form /> },
  { path: '/elsewhere', element: <Link to="/form">Back to the form</Link> },
  { path: '/guarded', element: <ForSomebody /> },
]

const showPages = () =>
  render(
    <ToastProvider>
      <Router>
        <RouteFocus />
        <Routes routes={pages} />
      </Router>
    </ToastProvider>,
  )

it('a newer toast of the same scope replaces the older one', async () => {
  showPages()
  failed()
  expect(said('Failed to save')).not.toBeNull()
  act(() => profile.success('Success', 'Saved'))
  expect(said('Saved')).not.toBeNull()
  await expectGone('Failed to save')
})

it('a toast of another scope is shown beside it', () => {
  showPages()
  failed()
  act(() => scopedToast('pricing').error('Error', 'Failed to load'))
  expect(said('Failed to save')).not.toBeNull()
  expect(said('Failed to load')).not.toBeNull()
})

it('an error is dismissed with its form, a success stays on the next page', async () => {
  showPages()
  failed()
  act(() => scopedToast('children').success('Success', 'Amara has been added'))
  await userEvent.click(screen.getByRole('link', { name: 'Leave' }))
  await expectGone('Failed to save')
  expect(said('Amara has been added')).not.toBeNull()
})

it('an error after its form has unmounted is shown until the next navigation', async () => {
  showPages()
  await userEvent.click(screen.getByRole('link', { name: 'Leave' }))
  failed()
  expect(said('Failed to save')).not.toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Back to the form' }))
  await expectGone('Failed to save')
})

it('an error stays after the redirect of an expired session', async () => {
  setSession(SESSION)
  window.history.replaceState(null, '', '/guarded')
  showPages()
  failed()
  // A toast that is fading out is still in the page for a moment.
  const dismissed = vi.spyOn(toast, 'dismiss')
  act(() => setSession(null))
  await screen.findByRole('link', { name: 'Back to the form' })
  expect(said('Failed to save')).not.toBeNull()
  expect(dismissed).not.toHaveBeenCalled()
})
