import { addDays } from '@aftercare/domain/lib/days'
import type { GrantedRole } from '@aftercare/domain/lib/enums'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveUpdates } from '../features/live-updates/live-updates'
import { request } from '../lib/api-client'
import { AuthProvider } from '../lib/auth-provider'
import { setSession } from '../lib/auth-store'
import { today } from '../lib/program'
import { queryClient } from '../lib/query-client'
import type { Session } from '../lib/session'
import { useDraft } from '../lib/use-draft'
import { Router } from '../router/router'
import { LiveStream } from '../testing/live-stream'
import { RequireAdmin } from './require-admin'

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const sessionOf = (role: GrantedRole): Session => ({
  user: DANA,
  roles: [role],
  expires_at: '2999-01-01T00:00:00.000Z',
})

let respondRole: ((respond: Response) => void) | undefined
/** When set, responds to every role request. */
let failRole: (() => Promise<Response>) | null = null
let respondSession: () => Promise<Response> = () => new Promise(() => undefined)
let respondSignOut: () => Promise<Response> = () => new Promise(() => undefined)
let roleRequests = 0
let signOuts = 0
beforeEach(() => {
  roleRequests = 0
  signOuts = 0
  respondRole = undefined
  failRole = null
  respondSession = () => new Promise(() => undefined)
  respondSignOut = () => new Promise(() => undefined)
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    if (pathname === '/api/auth/sign-out') {
      signOuts += 1
      return respondSignOut()
    }
    if (pathname === '/api/auth/session') return respondSession()
    if (pathname !== '/api/admin/role') return new Promise(() => undefined)
    roleRequests += 1
    return (
      failRole?.() ??
      new Promise<Response>((resolve) => {
        respondRole = resolve
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

/** What the service worker and the board store for offline use. */
function saveBoard(day: string) {
  localStorage.setItem('aftercare.board', JSON.stringify({ [DANA.id]: { day, waiting: 0, unread: 0 } }))
  document.head.innerHTML = '<meta name="offline-page" content="yes">'
}

function enterAs(role: GrantedRole, url = '/admin/dashboard') {
  setSession(sessionOf(role))
  window.history.replaceState(null, '', url)
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
  const { values, change } = useDraft('note', { empty: { text: '' } })
  return (
    <input aria-label="Note" value={values.text} onChange={({ target }) => change({ text: target.value })} />
  )
}

it('preloads the page of a known admin while the role is checked, and shows it only afterwards', async () => {
  const preload = enterAs('admin')
  expect(preload.mock.calls).toEqual([['/admin/dashboard']])
  expect(screen.queryByText("The staff's page")).toBeNull()
  await waitFor(() => expect(respondRole).toBeDefined())
  respondRole?.(Response.json({ role: 'admin' }))
  await screen.findByText("The staff's page")
})

it('preloads nothing for anybody else', () => {
  expect(enterAs('parent')).not.toHaveBeenCalled()
})

it('redirects an admin who has to set up two-step sign-in to the profile', async () => {
  enterAs('admin')
  await waitFor(() => expect(respondRole).toBeDefined())
  respondRole?.(Response.json({ role: 'admin', must_set_up_two_factor: true }))
  await waitFor(() => expect(window.location.pathname).toBe('/admin/profile'))
  await screen.findByText("The staff's page")
})

/** Queries notify their observers in a separate task. */
const nextTask = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve)))

it('signs out a non-admin only once, even if everything is refetched while they leave', async () => {
  enterAs('parent')
  const deny = () =>
    respondRole?.(Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 }))
  await waitFor(() => expect(respondRole).toBeDefined())
  deny()
  await waitFor(() => expect(signOuts).toBe(1))
  const before = roleRequests
  LiveStream.emit('resync')
  await waitFor(() => expect(roleRequests).toBe(before + 1))
  // Rendered once before the response and once with it.
  await nextTask()
  deny()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await nextTask()
  expect(signOuts).toBe(1)
})

it('deletes the stored board before a non-admin leaves the page', async () => {
  saveBoard(today())
  respondSignOut = async () => Response.json({ ok: true })
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
  await waitFor(() => expect(respondRole).toBeDefined())
  respondRole?.(Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 }))
  await waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
  await nextTask()
  expect(replace).not.toHaveBeenCalled()
  finish()
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/login'))
})

/** Not at once: a retry comes first. */
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name })

const failures = {
  'no response': () => Promise.reject(new TypeError('Failed to fetch')),
  'a server error': async () => new Response(null, { status: 500 }),
  'a proxy without a server': async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
  'too many requests': async () =>
    Response.json({ error: { code: 'too-many-requests', message: 'Later.' } }, { status: 429 }),
}

it.each(Object.entries(failures))('keeps the session after %s, says so and retries', async (_, respond) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  failRole = respond
  enterAs('admin')
  const heading = await findHeading("We can't reach the server")
  expect(screen.getByRole('status').textContent).toContain("You're still signed in.")
  expect(document.activeElement?.contains(heading)).toBe(true)
  expect(document.activeElement?.id).toBe('main')
  expect(screen.queryByText("The staff's page")).toBeNull()
  // Retries with backoff, and the page does not flicker meanwhile.
  const before = roleRequests
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(roleRequests - before).toBeGreaterThan(2)
  expect(roleRequests - before).toBeLessThan(20)
  expect(heading.isConnected).toBe(true)
  expect(signOuts).toBe(0)
  expect(localStorage.getItem('aftercare.session')).not.toBeNull()
  failRole = async () => Response.json({ role: 'admin' })
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  await screen.findByText("The staff's page")
})

it('hides the page after a 403 while the role cannot be checked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  failRole = async () => Response.json({ role: 'admin' })
  enterAs('admin')
  await screen.findByText("The staff's page")
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Half a sentence' } })
  failRole = failures['a server error']
  // A failed refetch alone must not take away the page and what was typed on it.
  act(() => LiveStream.emit('two_factor'))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.queryByText("The staff's page")).not.toBeNull()
  const denied = Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 })
  await act(async () => void (await request(Promise.resolve(denied) as never).catch(() => undefined)))
  await findHeading("We can't reach the server")
  expect(screen.queryByText("The staff's page")).toBeNull()
  expect(signOuts).toBe(0)
  // What was typed comes back with the page.
  failRole = async () => Response.json({ role: 'admin' })
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  expect(await screen.findByDisplayValue('Half a sentence')).toBeTruthy()
})

/** As after a page load: module state is initialised again. */
async function reloadModules() {
  vi.resetModules()
  const [provider, requireAdmin, sync, router, client] = await Promise.all([
    import('../lib/auth-provider'),
    import('./require-admin'),
    import('./board/offline/lazy-offline-board-sync'),
    import('../router/router'),
    import('../lib/query-client'),
  ])
  return () =>
    render(
      <QueryClientProvider client={client.queryClient}>
        <router.Router>
          <provider.AuthProvider>
            <sync.LazyOfflineBoardSync />
            <requireAdmin.RequireAdmin>
              <p>The staff's page</p>
            </requireAdmin.RequireAdmin>
          </provider.AuthProvider>
        </router.Router>
      </QueryClientProvider>,
    )
}

it("offline, names the day of yesterday's stored board although it is already deleted", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T14:00:00.000Z') })
  saveBoard('2026-11-15')
  localStorage.setItem('aftercare.session', JSON.stringify(sessionOf('admin')))
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  let failRequest = () => {}
  failRole = () =>
    new Promise((_, reject) => {
      failRequest = () => reject(new TypeError('Failed to fetch'))
    })
  respondSession = failures['no response']
  const show = await reloadModules()
  window.history.replaceState(null, '', '/admin/day-reports/board')
  show()
  // The board is deleted while the role is being checked.
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('aftercare.board') ?? '')[DANA.id].day).toBeNull(),
  )
  expect(screen.queryByRole('heading')).toBeNull()
  failRole = failures['no response']
  await act(async () => failRequest())
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

it('does not redirect to sign-in while the session cannot be checked', async () => {
  respondSession = failures['a proxy without a server']
  const show = await reloadModules()
  window.history.replaceState(null, '', '/admin/months')
  show()
  await findHeading("We can't reach the server")
  expect(screen.getByRole('status').textContent).not.toContain("You're still signed in")
  expect(window.location.pathname).toBe('/admin/months')
  respondSession = async () => Response.json(null)
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  await waitFor(() => expect(window.location.pathname).toBe('/admin/login'))
})

it("opens an offline page for an admin with today's stored board, and still checks the role", async () => {
  saveBoard(today())
  enterAs('admin')
  await screen.findByText("The staff's page")
  await waitFor(() => expect(respondRole).toBeDefined())
  respondRole?.(Response.json({ error: { code: 'admins-only', message: 'No.' } }, { status: 403 }))
  await waitFor(() => expect(screen.queryByText("The staff's page")).toBeNull())
  await waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
})

it("opens no page early with another day's stored board, or when the page came from the server", async () => {
  saveBoard(addDays(today(), -1))
  enterAs('admin')
  expect(screen.queryByText("The staff's page")).toBeNull()
  cleanup()
  saveBoard(today())
  document.head.innerHTML = ''
  enterAs('admin')
  expect(screen.queryByText("The staff's page")).toBeNull()
})

it.each(['/admin', '/admin/dashboard', '/admin/settings', '/admin/parent-users/p1'])(
  'leads the Attendance role from %s to the board',
  async (url) => {
    failRole = async () => Response.json({ role: 'attendance' })
    enterAs('attendance', url)
    await waitFor(() => expect(window.location.pathname).toBe('/admin/day-reports/board'))
  },
)

it.each(['/admin/day-reports', '/admin/day-reports/board/emergency', '/admin/profile'])(
  'opens %s for the Attendance role',
  async (url) => {
    failRole = async () => Response.json({ role: 'attendance' })
    enterAs('attendance', url)
    await screen.findByText("The staff's page")
    expect(window.location.pathname).toBe(url)
  },
)

it('leaves the page of an admin whose role becomes Attendance', async () => {
  failRole = async () => Response.json({ role: 'admin' })
  enterAs('admin', '/admin/settings')
  await screen.findByText("The staff's page")
  failRole = async () => Response.json({ role: 'attendance' })
  act(() => LiveStream.emit('user_roles', { type: 'UPDATE', user_id: DANA.id }))
  await waitFor(() => expect(window.location.pathname).toBe('/admin/day-reports/board'))
})
