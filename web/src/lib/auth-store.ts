import { staffRoleOf } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import { textsOf } from '../language/language'
import { ApiError, onApiError } from './api-client'
import * as calls from './auth.api'
import { clearDraftsOf, clearDraftsOfFormerFamily, releaseDrafts, retainDrafts } from './draft-store'
import { type FlashToast, flashToast } from './flash-toast'
import { clearPendingKeys, setKeyOwner } from './idempotency-key'
import { peekInitialResponse } from './initial-responses'
import { setServerTime } from './program'
import { queryClient } from './query-client'
import {
  loadSession,
  notifySignOut,
  readSession,
  remainingMs,
  SESSION_KEY,
  type Session,
  SIGN_OUT_KEY,
  storeSession,
} from './session'
import { en } from './texts/en'

export type AuthState = {
  session: Session | null
  loading: boolean
  /** The session ended without a sign-out in this tab; true until somebody signs in. */
  sessionExpired: boolean
  /** Signed out, or in another family: nothing is rendered until the next page loads, and nobody asks to stay. */
  isReloading: boolean
  /** The server could not be reached to check the session, which is no reason to ask for a sign-in. */
  isUnreachable: boolean
}

/** The server's error, for the caller to show; a network error is thrown. */
export type AuthResult = { error: ApiError | null }

const SESSION_URL = '/api/auth/session'
/** Sessions last thirty days and are refreshed after one day, so a session in use never expires. */
const REFRESH_BELOW_MS = 29 * 24 * 60 * 60 * 1000
const POLL_INTERVAL_MS = 10 * 60 * 1000

/**
 * Starts from the session that came with the page, else from the stored snapshot. Without either it is loading, unless
 * the page came for a visitor.
 */
function createInitialState(): AuthState {
  const response = peekInitialResponse(SESSION_URL) as SessionResponse | undefined
  const session = toSession(response) ?? loadSession()
  setKeyOwner(session?.user.id ?? null)
  return {
    session,
    loading: session === null && response === undefined,
    sessionExpired: false,
    isReloading: false,
    isUnreachable: false,
  }
}

let state: AuthState | undefined
let initialState: AuthState | undefined
let isFirstCheck = true
/** True while this tab ends the session itself: the server's notification of it is then ignored. */
let isEnding = false
const listeners = new Set<() => void>()

/** Initialized on first use: by then the server's time is known. */
export function getAuthState(): AuthState {
  if (state) return state
  initialState = createInitialState()
  state = initialState
  return state
}

/** The state that the server rendered the page with, and that React hydrates it with. */
export function getServerAuthState(): AuthState {
  return initialState ?? getAuthState()
}

export function subscribeAuth(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setState(changes: Partial<AuthState>) {
  state = { ...getAuthState(), ...changes }
  for (const listener of listeners) listener()
}

type SetSessionOptions = {
  isFromOtherTab?: boolean
  /** The user ended the session here. */
  isExpected?: boolean
}

/** Replaces session and user, and ends the loading state. */
export function setSession(session: Session | null, options: SetSessionOptions = {}) {
  const { session: previous, sessionExpired } = getAuthState()
  const previousId = previous?.user.id
  if (!options.isFromOtherTab) storeSession(session)
  setKeyOwner(session?.user.id ?? null)
  const expiresNow = previous !== null && !options.isExpected
  // Before the forms unmount, and before they mount again.
  if (session) releaseDrafts(session.user.id, session.family_id)
  else if (expiresNow) retainDrafts(previous.user.id, previous.family_id)
  setState({
    session,
    loading: false,
    sessionExpired: session === null && (sessionExpired || expiresNow),
    isReloading: false,
    isUnreachable: false,
  })
  isEnding = false
  if (previousId === session?.user.id && previous?.roles.join() === session?.roles.join()) return
  // Neither another user nor the same one with less rights is shown what was loaded. After the pages have unmounted:
  // they would only refetch.
  if (previousId) queueMicrotask(clearCache)
}

/** One user's data is never shown to the next; pages that stay open refetch. */
function clearCache() {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
  queryClient.getMutationCache().clear()
}

const signedOut = (): FlashToast => ({ variant: 'success', ...textsOf(en).signedOut })

type SessionResponse = Awaited<ReturnType<typeof calls.fetchSession>>

function toSession(response: SessionResponse | undefined): Session | null {
  if (!response) return null
  const { user, roles, expires_at, family_id, language } = response
  setServerTime(response.now)
  clearDraftsOfFormerFamily(user.id, family_id)
  return { user, roles, expires_at, family_id, language }
}

/** Signed in: by a password, a code or an invitation, or again after changing the password. */
export const startSession = (response: SessionResponse) => setSession(toSession(response))

export async function attempt(work: () => Promise<void>): Promise<AuthResult> {
  try {
    await work()
    return { error: null }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'network') return { error }
    throw error
  }
}

export const signIn = (email: string, password: string): Promise<AuthResult> =>
  attempt(async () => startSession(await calls.signIn({ email, password })))

/** The second factor, after a sign-in that failed with code-needed. */
export const signInByCode = (code: string): Promise<AuthResult> =>
  attempt(async () => startSession(await calls.signInByCode(code)))

/** Sends a request that ends the session. */
export async function endSession<T>(request: () => Promise<T>): Promise<T> {
  isEnding = true
  try {
    return await request()
  } catch (error) {
    isEnding = false
    throw error
  }
}

/** A full page load: no cached data, input or pending request outlives the session. */
export function loadPageWithToast(url: string, message: FlashToast) {
  setState({ isReloading: true })
  flashToast(message)
  window.location.replace(url)
}

type ForgetAccount = (accountId: string) => Promise<void>
const forgetListeners = new Set<ForgetAccount>()

/** What a feature stores in this browser for an account is deleted when the user signs out or loses access. */
export const onForgetAccount = (forget: ForgetAccount) => void forgetListeners.add(forget)

export const forgetAccount = (accountId: string) =>
  Promise.all([...forgetListeners].map((forget) => forget(accountId)))

export const clearSessionAndHideUi = () => {
  storeSession(null)
  setState({ session: null, isReloading: true })
}

/**
 * Signs out by a request that ends the session, such as deleting the account. Pending idempotency keys are cleared, in
 * all tabs, only on a sign-out: after a session expires, the same user signs in and sends again, which must not be
 * stored twice.
 */
export async function signOutAfter(request: () => Promise<unknown>, url: string, message: FlashToast) {
  const accountId = getAuthState().session?.user.id
  await endSession(request)
  clearPendingKeys()
  notifySignOut()
  clearSessionAndHideUi()
  // The next person at this computer may be somebody else.
  if (accountId) await forgetAccount(accountId)
  if (accountId) clearDraftsOf(accountId)
  loadPageWithToast(url, message)
}

export const signOut = (url = '/'): Promise<AuthResult> =>
  attempt(() => signOutAfter(calls.signOut, url, signedOut()))

/** The user went on without signing in again. */
export function dismissSessionExpired() {
  if (getAuthState().sessionExpired) setState({ sessionExpired: false })
}

/** The user's name changed on their profile. */
export function updateUser(changes: { full_name: string }) {
  const { session } = getAuthState()
  if (session) setSession({ ...session, user: { ...session.user, ...changes } })
}

/** The user chose another language; other tabs follow. */
export function updateLanguage(language: Language) {
  const { session } = getAuthState()
  if (session) setSession({ ...session, language })
}

let checking: { session: Session | null; done: Promise<void> } | undefined

/** Asks the server who is signed in; concurrent calls share one request, unless it was sent before somebody signed in or out. */
export function checkSession(): Promise<void> {
  const { session } = getAuthState()
  if (checking?.session === session) return checking.done
  const done = runCheck().finally(() => {
    if (checking?.done === done) checking = undefined
  })
  checking = { session, done }
  return done
}

async function runCheck() {
  const before = getAuthState().session
  try {
    if (isEnding) return
    const session = toSession(await calls.fetchSession())
    // Someone signed in or out meanwhile: the response is out of date.
    if (isEnding || getAuthState().session !== before) return
    const { loading, isUnreachable } = getAuthState()
    const isUnchanged = !loading && !isUnreachable && JSON.stringify(session) === JSON.stringify(before)
    // A new state, even an equal one, would make React finish hydrating at once, in one long task.
    if (isUnchanged) storeSession(session)
    else setSession(session)
    isFirstCheck = false
    await refreshIfDue()
  } catch {
    // Unreachable: keep the current state until the next check.
    if (!getAuthState().loading) return
    setSession(before)
    setState({ isUnreachable: before === null })
  }
}

/** Staff sessions are extended by activity alone, which the server records. */
async function refreshIfDue() {
  const { session } = getAuthState()
  if (!session || staffRoleOf(session.roles) || remainingMs(session) > REFRESH_BELOW_MS) return
  const refreshed = toSession(await calls.refreshSession())
  if (getAuthState().session !== session) return
  setSession(refreshed)
}

function onStorage(event: StorageEvent) {
  // Even if the server notified this tab first: it did not know then that it was a sign-out.
  if (event.key === SIGN_OUT_KEY) clearPendingKeys()
  if (event.key !== SESSION_KEY && event.key !== null) return
  const next = readSession(event.newValue)
  if (next || getAuthState().session) setSession(next, { isFromOtherTab: true })
}

/** Back to a page from before a sign-out, restored from the back/forward cache. */
function onPageShow({ persisted }: PageTransitionEvent) {
  const { session, isReloading } = getAuthState()
  if (!persisted || (!isReloading && session?.user.id === loadSession()?.user.id)) return
  // The stored session stays: it may be somebody else's by now.
  setState({ session: null, isReloading: true })
  window.location.reload()
}

/** Starts following the server, other tabs and the clock; returns a function that stops. */
export function startAuth(): () => void {
  const checkIfVisible = () => {
    const needsCheck = isFirstCheck || getAuthState().session !== null
    if (document.visibilityState === 'visible' && needsCheck) void checkSession()
  }
  const unsubscribeErrors = onApiError(({ code }) => {
    if (code === 'signed-out' && getAuthState().session) void checkSession()
  })
  const timer = setInterval(checkIfVisible, POLL_INTERVAL_MS)
  window.addEventListener('storage', onStorage)
  window.addEventListener('online', checkIfVisible)
  window.addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', checkIfVisible)
  void checkSession()
  return () => {
    unsubscribeErrors()
    clearInterval(timer)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('online', checkIfVisible)
    window.removeEventListener('pageshow', onPageShow)
    document.removeEventListener('visibilitychange', checkIfVisible)
  }
}
