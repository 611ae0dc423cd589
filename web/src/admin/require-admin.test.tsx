import { addDays } from '@aftercare/domain/lib/days'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveUpdates } from '../features/live-updates/live-updates'
import { request } from '../lib/api-client'
import { AuthProvider } from '../lib/auth-provider'
import { setSession } from '../lib/auth-store'
import { today } from '../lib/program'
import { queryClient } from '../lib/query-client'
import type { Session } from '../lib/session'
import { useSessionDraft } from '../lib/use-session-draft'
import { Router } from '../router/router'
import { LiveStream } from '../testing/live-stream'
import { RequireAdmin } from './require-admin'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
/** Generous: code that comes on demand is slow to come on a busy machine. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const sessionOf = (role: 'admin' | 'parent'): Session => ({
  user: DANA,
  roles: [role],
  expires_at: '2999-01-01T00:00:00.000Z',
})

let answerRole: ((answer: Response) => void) | undefined
/** Once it is set, every question for the role is answered by it. */
let failRole: (() => Promise<Response>) | null = null
let answerSession: () => Promise<Response> = () => new Promise(() => undefined)
let answerSignOut: () => Promise<Response> = () => new Promise(() => undefined)
let roleQuestions = 0
let signOuts = 0
beforeEach(() => {
  roleQuestions = 0
  signOuts = 0
  answerRole = undefined
  failRole = null
  answerSession = () => new Promise(() => undefined)
  answerSignOut = () => new Promise(() => undefined)
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    if (pathname === '/api/auth/sign-out') {
      signOuts += 1
      return answerSignOut()
    }
    if (pathname === '/api/auth/session') return answerSession()
    if (pathname !== '/api/admin/role') return new Promise(() => undefined)
    roleQuestions += 1
    return (
      failRole?.() ??
      new Promise<Response>((resolve) => {
        answerRole = resolve
      })
    )
  })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  setSession(null)
  queryClient.clear()
  localStorage.clear()
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

/** What the worker and the board leave behind for the time without a connection. */
function saveBoard(day: string) {
  localStorage.setItem('aftercare.board', JSON.stringify({ [DANA.id]: { day, waiting: 0, unread: 0 } }))
  document.head.innerHTML = '<meta name="offline-page" content="yes">'
}

function enterAs(role: 'admin' | 'parent') {
  setSession(sessionOf(role))
  window.history.replaceState(null, '', '/admin/dashboard')
  const preload = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AuthProvider>
          <LiveUpdates />
          <RequireAdmin preload={preload}>
            <p>The staff's page</p>
            <Note />
          </RequireAdmin>
        </AuthProvider>
      </Router>
    </QueryClientProvider>,
  )
  return preload
}

function Note() {
  const [{ text = '' }, setEdits] = useSessionDraft<{ text: string }>('note')
  return <input aria-label="Note" value={text} onChange={({ target }) => setEdits({ text: target.value })} />
}

it('starts the page of a known admin before the role is answered, and shows it only after', async () => {
  const preload = enterAs('admin')
  expect(preload.mock.calls).toEqual([['/admin/dashboard']])
  expect(screen.queryByText("The staff's page")).toBeNull()
  await waitFor(() => expect(answerRole).toBeDefined())
  answerRole?.(Response.json({ role: 'admin' }))
  await screen.findByText("The staff's page")
})

it('starts nothing for anybody else', () => {
  expect(enterAs('parent')).not.toHaveBeenCalled()
})

it('leads somebody who has to set up two-step sign-in first to the profile, and nowhere else', async () => {
  enterAs('admin')
  await waitFor(() => expect(answerRole).toBeDefined())
  answerRole?.(Response.json({ role: 'admin', must_set_up_two_factor: true }))
  await waitFor(() => expect(window.location.pathname).toBe('/admin/profile'))
  await screen.findByText("The staff's page")
})

/** Queries tell what became of them in a task of its own. */
const nextTask = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve)))

it('tells somebody who is turned away once, also when everything is read again while they leave', async () => {
  enterAs('parent')
  const refuse = () =>
    answerRole?.(Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 }))
  await waitFor(() => expect(answerRole).toBeDefined())
  refuse()
  await waitFor(() => expect(signOuts).toBe(1))
  const asked = roleQuestions
  LiveStream.emit('resync')
  await waitFor(() => expect(roleQuestions).toBe(asked + 1))
  // Drawn once without an answer, and once with it.
  await nextTask()
  refuse()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await nextTask()
  expect(signOuts).toBe(1)
})

it('leaves the page of somebody who is turned away only when nothing of the board is left', async () => {
  saveBoard(today())
  answerSignOut = async () => Response.json({ ok: true })
  let finish = () => {}
  vi.stubGlobal('indexedDB', {
    deleteDatabase: () => {
      const request = { onsuccess: () => {} }
      finish = () => request.onsuccess()
      return request
    },
  })
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  enterAs('parent')
  await waitFor(() => expect(answerRole).toBeDefined())
  answerRole?.(Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 }))
  await waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
  await nextTask()
  expect(replace).not.toHaveBeenCalled()
  finish()
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/login'))
})

/** Not at once: the second try comes first. */
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 5_000 })

const answers = {
  'no answer': () => Promise.reject(new TypeError('Failed to fetch')),
  'a server error': async () => new Response(null, { status: 500 }),
  'a proxy without a server': async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
  'too many questions': async () =>
    Response.json({ error: { code: 'too-many-requests', message: 'Later.' } }, { status: 429 }),
}

it.each(Object.entries(answers))('keeps the session over %s, says so and asks again', async (_, answer) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  failRole = answer
  enterAs('admin')
  const heading = await findHeading("We can't reach the server")
  expect(screen.getByRole('status').textContent).toContain("You're still signed in.")
  expect(document.activeElement?.contains(heading)).toBe(true)
  expect(document.activeElement?.id).toBe('main')
  expect(screen.queryByText("The staff's page")).toBeNull()
  // Again and again, less and less often, and the page does not flicker meanwhile.
  const asked = roleQuestions
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(roleQuestions - asked).toBeGreaterThan(2)
  expect(roleQuestions - asked).toBeLessThan(20)
  expect(heading.isConnected).toBe(true)
  expect(signOuts).toBe(0)
  expect(localStorage.getItem('aftercare.session')).not.toBeNull()
  failRole = async () => Response.json({ role: 'admin' })
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  await screen.findByText("The staff's page")
})

it('shows nothing more to somebody who was refused something while the role cannot be asked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  failRole = async () => Response.json({ role: 'admin' })
  enterAs('admin')
  await screen.findByText("The staff's page")
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Half a sentence' } })
  failRole = answers['a server error']
  // A failed look alone takes nobody's page, and what was typed on it, away.
  act(() => LiveStream.emit('two_factor'))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.queryByText("The staff's page")).not.toBeNull()
  const refused = Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 })
  await act(async () => void (await request(Promise.resolve(refused) as never).catch(() => undefined)))
  await findHeading("We can't reach the server")
  expect(screen.queryByText("The staff's page")).toBeNull()
  expect(signOuts).toBe(0)
  // What was typed is back with the page.
  failRole = async () => Response.json({ role: 'admin' })
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  expect(await screen.findByDisplayValue('Half a sentence')).toBeTruthy()
})

/** As after a start: what is known at the start is read anew. */
async function startAfresh() {
  vi.resetModules()
  const [provider, requireAdmin, watch, router, client] = await Promise.all([
    import('../lib/auth-provider'),
    import('./require-admin'),
    import('../features/board/lazy-offline-board-sync'),
    import('../router/router'),
    import('../lib/query-client'),
  ])
  return () =>
    render(
      <QueryClientProvider client={client.queryClient}>
        <router.Router>
          <provider.AuthProvider>
            <watch.LazyOfflineBoardSync />
            <requireAdmin.RequireAdmin>
              <p>The staff's page</p>
            </requireAdmin.RequireAdmin>
          </provider.AuthProvider>
        </router.Router>
      </QueryClientProvider>,
    )
}

it('waits without a connection with the board of yesterday, and says that it is, although it is dropped', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T14:00:00.000Z') })
  saveBoard('2026-11-15')
  localStorage.setItem('aftercare.session', JSON.stringify(sessionOf('admin')))
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  let giveUp = () => {}
  failRole = () =>
    new Promise((_, reject) => {
      giveUp = () => reject(new TypeError('Failed to fetch'))
    })
  answerSession = answers['no answer']
  const show = await startAfresh()
  window.history.replaceState(null, '', '/admin/day-reports/board')
  show()
  // While the role is asked the board goes.
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('aftercare.board') ?? '')[DANA.id].day).toBeNull(),
  )
  expect(screen.queryByRole('heading')).toBeNull()
  failRole = answers['no answer']
  await act(async () => giveUp())
  await findHeading('You are offline')
  expect(screen.getByRole('status').textContent).toBe(
    "The board saved on this device is from Sunday, November 15, 2026. You're still signed in. Today's board opens automatically as soon as the connection is back.",
  )
  expect(screen.queryByText("The staff's page")).toBeNull()
  failRole = async () => Response.json({ role: 'admin' })
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByText("The staff's page")
  expect(signOuts).toBe(0)
})

it('sends nobody to sign in while the server cannot say who is signed in', async () => {
  answerSession = answers['a proxy without a server']
  const show = await startAfresh()
  window.history.replaceState(null, '', '/admin/months')
  show()
  await findHeading("We can't reach the server")
  expect(screen.getByRole('status').textContent).not.toContain("You're still signed in")
  expect(window.location.pathname).toBe('/admin/months')
  answerSession = async () => Response.json(null)
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  await waitFor(() => expect(window.location.pathname).toBe('/admin/login'))
})

it('opens a kept page for an admin whose board of today is kept, and asks all the same', async () => {
  saveBoard(today())
  enterAs('admin')
  await screen.findByText("The staff's page")
  await waitFor(() => expect(answerRole).toBeDefined())
  answerRole?.(Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 }))
  await waitFor(() => expect(screen.queryByText("The staff's page")).toBeNull())
  await waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
})

it('opens no kept page with the board of another day, and none that the server gave', async () => {
  saveBoard(addDays(today(), -1))
  enterAs('admin')
  expect(screen.queryByText("The staff's page")).toBeNull()
  cleanup()
  saveBoard(today())
  document.head.innerHTML = ''
  enterAs('admin')
  expect(screen.queryByText("The staff's page")).toBeNull()
})
