import { addDays } from '@aftercare/domain/days'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { today } from '../features/program/program'
import { queryClient } from '../features/query-client'
import { Router } from '../router/router'
import { LiveStream } from '../testing/live-stream'
import { AdminGate } from './admin-gate'
import { AuthProvider } from './auth-provider'
import { announce } from './auth-store'
import type { Session } from './session'

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const sessionOf = (role: 'admin' | 'parent'): Session => ({
  user: DANA,
  roles: [role],
  expires_at: '2999-01-01T00:00:00.000Z',
})

let answerRole: (answer: Response) => void
let roleQuestions = 0
let signOuts = 0
beforeEach(() => {
  roleQuestions = 0
  signOuts = 0
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    if (pathname === '/api/auth/sign-out') signOuts += 1
    if (pathname !== '/api/admin/role') return new Promise(() => undefined)
    roleQuestions += 1
    return new Promise<Response>((resolve) => {
      answerRole = resolve
    })
  })
})
afterEach(() => {
  cleanup()
  announce('SIGNED_OUT', null)
  queryClient.clear()
  localStorage.clear()
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

/** What the worker and the board leave behind for the time without a connection. */
function keepBoard(day: string) {
  localStorage.setItem('aftercare.board', JSON.stringify({ [DANA.id]: { day, waiting: 0, unread: 0 } }))
  document.head.innerHTML = '<meta name="kept" content="yes">'
}

function enterAs(role: 'admin' | 'parent') {
  announce('SIGNED_IN', sessionOf(role))
  window.history.replaceState(null, '', '/admin/dashboard')
  const startAhead = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AuthProvider>
          <AdminGate startAhead={startAhead}>
            <p>The staff's page</p>
          </AdminGate>
        </AuthProvider>
      </Router>
    </QueryClientProvider>,
  )
  return startAhead
}

it('starts the page of a known admin before the role is answered, and shows it only after', async () => {
  const startAhead = enterAs('admin')
  expect(startAhead.mock.calls).toEqual([['/admin/dashboard']])
  expect(screen.queryByText("The staff's page")).toBeNull()
  await vi.waitFor(() => expect(answerRole).toBeDefined())
  answerRole(Response.json({ role: 'admin' }))
  await screen.findByText("The staff's page")
})

it('starts nothing for anybody else', () => {
  expect(enterAs('parent')).not.toHaveBeenCalled()
})

it('leads somebody who has to set up two-step sign-in first to the profile, and nowhere else', async () => {
  enterAs('admin')
  await vi.waitFor(() => expect(answerRole).toBeDefined())
  answerRole(Response.json({ role: 'admin', must_set_up_two_step: true }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/admin/profile'))
  await screen.findByText("The staff's page")
})

it('tells somebody who is turned away once, also when everything is read again while they leave', async () => {
  enterAs('parent')
  const refuse = () =>
    answerRole(Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 }))
  await vi.waitFor(() => expect(answerRole).toBeDefined())
  refuse()
  await vi.waitFor(() => expect(signOuts).toBe(1))
  const asked = roleQuestions
  LiveStream.say('resync')
  await vi.waitFor(() => expect(roleQuestions).toBe(asked + 1))
  // The answer is on its way for a while, and then drawn.
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  refuse()
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(queryClient.isFetching()).toBe(0)
  expect(signOuts).toBe(1)
})

it.each([
  ['signs out somebody whose role could not be told', false, 1],
  ['leaves the session alone when the question was cut off by going to another page', true, 0],
])('%s', async (_, isLeaving, expected) => {
  enterAs('admin')
  for (const asked of [1, 2]) {
    await vi.waitFor(() => expect(roleQuestions).toBe(asked))
    if (isLeaving) window.dispatchEvent(new Event('beforeunload'))
    answerRole(new Response(null, { status: 503 }))
  }
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(signOuts).toBe(expected)
})

it('opens a kept page for an admin whose board of today is kept, and asks all the same', async () => {
  keepBoard(today())
  enterAs('admin')
  await screen.findByText("The staff's page")
  await vi.waitFor(() => expect(answerRole).toBeDefined())
  answerRole(Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 }))
  await vi.waitFor(() => expect(screen.queryByText("The staff's page")).toBeNull())
  await vi.waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
})

it('opens no kept page with the board of another day, and none that the server gave', async () => {
  keepBoard(addDays(today(), -1))
  enterAs('admin')
  expect(screen.queryByText("The staff's page")).toBeNull()
  cleanup()
  keepBoard(today())
  document.head.innerHTML = ''
  enterAs('admin')
  expect(screen.queryByText("The staff's page")).toBeNull()
})
