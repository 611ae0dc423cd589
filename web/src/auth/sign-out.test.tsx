import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { OFFLINE_BOARDS_KEY } from '../admin/board/offline/offline-board'
import { ApiError } from '../lib/api-client'
import { AuthProvider } from '../lib/auth-provider'
import { dismissSessionExpired, setSession, signOut } from '../lib/auth-store'
import { clearDraft, type DraftSlot, openDraft, writeDraft } from '../lib/draft-store'
import { hasPendingKey, withIdempotencyKey } from '../lib/idempotency-key'
import { SESSION_KEY, SIGN_OUT_KEY } from '../lib/session'
import { UnsavedChanges } from '../lib/unsaved-changes'
import { Router } from '../router/router'
import { LiveStream } from '../testing/live-stream'
import { dropSession } from './deny-access'
import { SessionEnded } from './session-ended'
import { useSignOut } from './use-sign-out'

// The dialog is loaded lazily: imported once up front, because that can take long on a busy machine.
beforeAll(() => import('../ui/overlays/dialogs.lazy'))

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const SESSION = { user: DANA, roles: ['parent' as const], expires_at: '2999-01-01T00:00:00.000Z' }
const ENDED = /Your session has ended/

let requests: string[]
beforeEach(() => {
  requests = []
  vi.stubGlobal('EventSource', LiveStream)
  vi.spyOn(window.location, 'replace').mockReturnValue()
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    requests.push(new URL(String(input), 'http://localhost').pathname)
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
      <UnsavedChanges
        draft={{ isUnsaved: isDirty }}
        isSamePage={() => false}
        unsavedText="Two prices are not saved."
      />
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
const clickSignOut = () => userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
const isSignedOut = () => requests.includes('/api/auth/sign-out')

it('asks before unsaved changes are lost by signing out', async () => {
  show(true)
  await clickSignOut()
  expect(await screen.findByText('Two prices are not saved.')).toBeDefined()
  expect(isSignedOut()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(isSignedOut()).toBe(true))
})

it('signs out at once where nothing is unsaved', async () => {
  show(false)
  await clickSignOut()
  await waitFor(() => expect(isSignedOut()).toBe(true))
})

it("loads the next page, though the browser never says that the board's data is deleted", async () => {
  await import('../admin/board/offline/forget-board')
  await import('../app')
  vi.stubGlobal('indexedDB', { deleteDatabase: () => ({}) })
  localStorage.setItem(
    OFFLINE_BOARDS_KEY,
    JSON.stringify({ [DANA.id]: { day: null, waiting: 0, unread: 0 } }),
  )
  vi.useFakeTimers()
  const signedOut = signOut('/')
  await vi.advanceTimersByTimeAsync(3_000)
  await signedOut
  expect(window.location.replace).toHaveBeenCalledExactlyOnceWith('/')
  expect(localStorage.getItem(OFFLINE_BOARDS_KEY)).toBeNull()
})

const slotOf = (personId: string | null): DraftSlot => ({
  form: 'registration',
  personId,
  isStored: true,
})
const saveDraft = (personId: string | null) => writeDraft(slotOf(personId), { text: 'Amara' }, false)
const draftOf = (personId: string | null) => openDraft(slotOf(personId), (values) => values as object)

it("deletes a parent's drafts on sign-out, and nobody else's", async () => {
  saveDraft(DANA.id)
  saveDraft('omar')
  show(false)
  await clickSignOut()
  await waitFor(() => expect(draftOf(DANA.id)).toBeUndefined())
  expect(draftOf('omar')).toEqual({ text: 'Amara' })
})

it("keeps a parent's drafts when the session expires", () => {
  saveDraft(DANA.id)
  act(() => setSession(null))
  expect(draftOf(DANA.id)).toEqual({ text: 'Amara' })
})

it("keeps a guest's draft in its tab only", () => {
  saveDraft(null)
  expect(draftOf(null)).toEqual({ text: 'Amara' })
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
  clearDraft(slotOf(null))
  expect(draftOf(null)).toBeUndefined()
})

it('says that the session ended, but not after a sign-out', async () => {
  show(false)
  expect(screen.queryByText(ENDED)).toBeNull()
  act(() => setSession(null))
  expect(screen.getByText(ENDED)).toBeDefined()
  act(() => setSession(SESSION))
  expect(screen.queryByText(ENDED)).toBeNull()
  await clickSignOut()
  await waitFor(() => expect(isSignedOut()).toBe(true))
  expect(screen.queryByText(ENDED)).toBeNull()
})

const AMARA = { name: 'Amara', allergies: 'Peanuts' }
const sendWithoutResponse = () =>
  withIdempotencyKey('add child', AMARA, () => Promise.reject(new ApiError(0, 'network', ''))).catch(
    () => undefined,
  )

const dispatchStorage = (key: string, newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))

it('clears pending idempotency keys on sign-out, for the same account too', async () => {
  await sendWithoutResponse()
  expect(hasPendingKey('add child', AMARA)).toBe(true)
  show(false)
  await clickSignOut()
  await waitFor(() => expect(isSignedOut()).toBe(true))
  act(() => setSession(SESSION))
  expect(hasPendingKey('add child', AMARA)).toBe(false)
})

it.each([false, true])(
  'clears them in other tabs, also where the server notified those first (%s)',
  async (isNotifiedFirst) => {
    await sendWithoutResponse()
    show(false)
    if (isNotifiedFirst) act(() => setSession(null))
    dispatchStorage(SIGN_OUT_KEY, 'yes')
    dispatchStorage(SIGN_OUT_KEY, null)
    dispatchStorage(SESSION_KEY, null)
    act(() => setSession(SESSION))
    expect(hasPendingKey('add child', AMARA)).toBe(false)
  },
)

it('notifies other tabs of a sign-out, and leaves nothing in storage', async () => {
  const written = vi.spyOn(localStorage, 'setItem')
  show(false)
  await clickSignOut()
  await waitFor(() => expect(isSignedOut()).toBe(true))
  expect(written.mock.calls.map(([key]) => key)).toContain(SIGN_OUT_KEY)
  expect(localStorage.getItem(SIGN_OUT_KEY)).toBeNull()
  written.mockRestore()
})

it.each([false, true])(
  'keeps them when the session expired in another tab, or could not be verified there (%s)',
  async (isDropped) => {
    await sendWithoutResponse()
    show(false)
    if (isDropped) await act(() => dropSession())
    dispatchStorage(SESSION_KEY, null)
    act(() => setSession(SESSION))
    expect(hasPendingKey('add child', AMARA)).toBe(true)
  },
)

it('keeps them for the same account when the session expires', async () => {
  await sendWithoutResponse()
  show(false)
  act(() => setSession(null))
  act(() => setSession(SESSION))
  expect(hasPendingKey('add child', AMARA)).toBe(true)
})
