import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api-client'
import { AuthProvider } from '../lib/auth-provider'
import { dismissSessionExpired, dropSession, setSession } from '../lib/auth-store'
import { hasPendingKey, withIdempotencyKey } from '../lib/idempotency-key'
import { clearDraft, readDraft, usePersistedDraft } from '../lib/persisted-draft'
import { SESSION_KEY, SIGN_OUT_KEY } from '../lib/session'
import { UnsavedChanges } from '../lib/unsaved-changes'
import { Router } from '../router/router'
import { LiveStream } from '../testing/live-stream'
import { SessionEnded } from './session-ended'
import { useSignOut } from './use-sign-out'

// The question is fetched when it is first asked: made ready once, because on a busy machine that takes its time.
beforeAll(() => import('../ui/overlays/dialogs.lazy'), 120_000)

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const SESSION = { user: DANA, roles: ['parent' as const], expires_at: '2999-01-01T00:00:00.000Z' }
const ENDED = /Your session has ended/

let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('EventSource', LiveStream)
  vi.spyOn(window.location, 'replace').mockReturnValue()
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    asked.push(new URL(String(input), 'http://localhost').pathname)
    return Response.json({ ...SESSION, now: new Date().toISOString() })
  })
  setSession(SESSION)
})
afterEach(() => {
  cleanup()
  dismissSessionExpired()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function Page({ isDirty }: { isDirty: boolean }) {
  const signOut = useSignOut('/')
  return (
    <>
      <SessionEnded />
      <button type="button" onClick={signOut}>
        Sign Out
      </button>
      <UnsavedChanges isDirty={isDirty} staysHere={() => false} description="Two prices are not saved." />
    </>
  )
}

const show = (isDirty: boolean) =>
  render(
    <Router>
      <AuthProvider>
        <Page isDirty={isDirty} />
      </AuthProvider>
    </Router>,
  )
const pressSignOut = () => userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
const isSignedOut = () => asked.includes('/api/auth/sign-out')

it('asks before unsaved changes are lost by signing out', async () => {
  show(true)
  await pressSignOut()
  expect(await screen.findByText('Two prices are not saved.')).toBeDefined()
  expect(isSignedOut()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(isSignedOut()).toBe(true))
})

it('signs out at once where nothing is unsaved', async () => {
  show(false)
  await pressSignOut()
  await waitFor(() => expect(isSignedOut()).toBe(true))
})

function Draft({ personId, text }: { personId: string | null; text: string }) {
  usePersistedDraft('registration', personId, { text }, text === '')
  return null
}
const keep = (personId: string | null) => {
  const { rerender } = render(<Draft personId={personId} text="" />)
  rerender(<Draft personId={personId} text="Amara" />)
}
const kept = (personId: string | null) => readDraft('registration', personId, (values) => values)

it("leaves nothing of a parent's drafts behind with signing out, and nobody else's missing", async () => {
  keep(DANA.id)
  keep('omar')
  show(false)
  await pressSignOut()
  await waitFor(() => expect(kept(DANA.id)).toBeNull())
  expect(kept('omar')).toEqual({ text: 'Amara' })
})

it("keeps a parent's drafts over a session that ran out", () => {
  keep(DANA.id)
  act(() => setSession(null))
  expect(kept(DANA.id)).toEqual({ text: 'Amara' })
})

it("keeps a guest's draft for the life of the tab only", () => {
  keep(null)
  expect(kept(null)).toEqual({ text: 'Amara' })
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
  clearDraft('registration', null)
  expect(kept(null)).toBeNull()
})

it('says that a session ended, but not to whoever signed out', async () => {
  show(false)
  expect(screen.queryByText(ENDED)).toBeNull()
  act(() => setSession(null))
  expect(screen.getByText(ENDED)).toBeDefined()
  act(() => setSession(SESSION))
  expect(screen.queryByText(ENDED)).toBeNull()
  await pressSignOut()
  await waitFor(() => expect(isSignedOut()).toBe(true))
  expect(screen.queryByText(ENDED)).toBeNull()
})

const AMARA = { name: 'Amara', allergies: 'Peanuts' }
const sendInVain = () =>
  withIdempotencyKey('add child', AMARA, () => Promise.reject(new ApiError(0, 'network', ''))).catch(
    () => undefined,
  )

const hear = (key: string, newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))

it('forgets what was sent without an answer, for the same account too', async () => {
  await sendInVain()
  expect(hasPendingKey('add child', AMARA)).toBe(true)
  show(false)
  await pressSignOut()
  await waitFor(() => expect(isSignedOut()).toBe(true))
  act(() => setSession(SESSION))
  expect(hasPendingKey('add child', AMARA)).toBe(false)
})

it.each([false, true])(
  'forgets it in the other tabs, also where the server told them first (%s)',
  async (isToldBefore) => {
    await sendInVain()
    show(false)
    if (isToldBefore) act(() => setSession(null))
    hear(SIGN_OUT_KEY, 'yes')
    hear(SIGN_OUT_KEY, null)
    hear(SESSION_KEY, null)
    act(() => setSession(SESSION))
    expect(hasPendingKey('add child', AMARA)).toBe(false)
  },
)

it('tells the other tabs of a sign-out, and leaves no trace of it', async () => {
  const written = vi.spyOn(localStorage, 'setItem')
  show(false)
  await pressSignOut()
  await waitFor(() => expect(isSignedOut()).toBe(true))
  expect(written.mock.calls.map(([key]) => key)).toContain(SIGN_OUT_KEY)
  expect(localStorage.getItem(SIGN_OUT_KEY)).toBeNull()
  written.mockRestore()
})

it.each([false, true])(
  'keeps it where the session ran out in another tab, or could not be verified there (%s)',
  async (isDropped) => {
    await sendInVain()
    show(false)
    if (isDropped) await act(() => dropSession())
    hear(SESSION_KEY, null)
    act(() => setSession(SESSION))
    expect(hasPendingKey('add child', AMARA)).toBe(true)
  },
)

it('keeps it for the same account over a session that ran out', async () => {
  await sendInVain()
  show(false)
  act(() => setSession(null))
  act(() => setSession(SESSION))
  expect(hasPendingKey('add child', AMARA)).toBe(true)
})
