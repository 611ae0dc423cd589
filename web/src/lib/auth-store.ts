import { ApiError, onApiError } from './api-client'
import * as calls from './auth.api'
import { type FlashToast, flashToast } from './flash-toast'
import { clearPendingKeys, setKeyOwner } from './idempotency-key'
import { restartLive } from './live'
import { forgetBoard } from './offline-board'
import { clearDraftsOf } from './persisted-draft'
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

export type AuthState = {
  session: Session | null
  loading: boolean
  /** The session of somebody who was here ended without their doing in this tab; until somebody signs in. */
  sessionExpired: boolean
  /** Somebody signed out: nothing is shown until the page after it is loaded. */
  isSigningOut: boolean
  /** The server could not be asked who is signed in: that is no reason to ask anybody to sign in. */
  isUnanswered: boolean
}

/** The server's error, for the caller to show; a network that gave no answer is thrown. */
export type AuthResult = { error: ApiError | null }

/** Sessions last thirty days and are put off when a day of them is over, so one in use never ends. */
const REFRESH_BELOW_MS = 29 * 24 * 60 * 60 * 1000
const POLL_INTERVAL_MS = 10 * 60 * 1000

/** Known before the first request: a stored snapshot. Without one only the server can tell. */
function initialState(): AuthState {
  const session = loadSession()
  setKeyOwner(session?.user.id ?? null)
  return {
    session,
    loading: session === null,
    sessionExpired: false,
    isSigningOut: false,
    isUnanswered: false,
  }
}

let state: AuthState | undefined
let isFirstCheck = true
/** While what is done here ends the session, the server's word of its end is no news. */
let isEnding = false
const listeners = new Set<() => void>()

/** Read when first asked for: by then the server's time is known. */
export function getAuthState(): AuthState {
  state ??= initialState()
  return state
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
  /** The session ends by what the person did here. */
  isExpected?: boolean
}

/** Every change replaces session and user, and ends the loading state. */
export function setSession(session: Session | null, options: SetSessionOptions = {}) {
  const { session: previous, sessionExpired } = getAuthState()
  const previousId = previous?.user.id
  if (!options.isFromOtherTab) storeSession(session)
  setKeyOwner(session?.user.id ?? null)
  const expiresNow = previous !== null && !options.isExpected
  setState({
    session,
    loading: false,
    sessionExpired: session === null && (sessionExpired || expiresNow),
    isSigningOut: false,
    isUnanswered: false,
  })
  isEnding = false
  if (previousId === session?.user.id) return
  restartLive()
  // After the pages of the one who left are gone: they would only ask again.
  if (previousId) queueMicrotask(clearCache)
}

/** What was read for one person is never shown to the next; pages that stay open read it again. */
function clearCache() {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
  queryClient.getMutationCache().clear()
}

const SIGNED_OUT: FlashToast = {
  kind: 'success',
  title: 'Signed out',
  message: 'You have been signed out successfully.',
}

type Answer = Awaited<ReturnType<typeof calls.fetchSession>>

function sessionOf(answer: Answer): Session | null {
  if (!answer) return null
  setServerTime(answer.now)
  return { user: answer.user, roles: answer.roles, expires_at: answer.expires_at }
}

async function attempt(work: () => Promise<void>): Promise<AuthResult> {
  try {
    await work()
    return { error: null }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'network') return { error }
    throw error
  }
}

export const signIn = (email: string, password: string): Promise<AuthResult> =>
  attempt(async () => setSession(sessionOf(await calls.signIn({ email, password }))))

/** The second step, after a sign-in that was refused with code-needed. */
export const signInByCode = (code: string): Promise<AuthResult> =>
  attempt(async () => setSession(sessionOf(await calls.signInByCode(code))))

export const signUp = (email: string, password: string, full_name: string): Promise<AuthResult> =>
  attempt(async () => {
    await calls.signUp({ email, password, full_name })
  })

async function endSession<T>(request: () => Promise<T>): Promise<T> {
  isEnding = true
  try {
    return await request()
  } catch (error) {
    isEnding = false
    throw error
  }
}

/** A new page: nothing that was read, typed or is on its way outlives the session. */
function loadPage(url: string, message: FlashToast) {
  flashToast(message)
  window.location.replace(url)
}

const hideScreen = () => {
  storeSession(null)
  setState({ session: null, isSigningOut: true })
}

/**
 * Signs out with what ends the session by itself, such as deleting the account. Only somebody who leaves by their own
 * hand takes along what was sent without an answer, in all tabs: after a session that expired the same person signs in
 * again and sends again, which must not be stored twice.
 */
export async function signOutAfter(request: () => Promise<unknown>, url: string, message: FlashToast) {
  const accountId = getAuthState().session?.user.id
  await endSession(request)
  clearPendingKeys()
  notifySignOut()
  hideScreen()
  // Whoever signs out may leave the computer to somebody else.
  if (accountId) await forgetBoard(accountId)
  if (accountId) clearDraftsOf(accountId)
  loadPage(url, message)
}

export const signOut = (url = '/'): Promise<AuthResult> =>
  attempt(() => signOutAfter(calls.signOut, url, SIGNED_OUT))

/** Ends the session whatever the server says, of somebody who may not see the page. Nothing of the board stays. */
export async function denyAccess(accountId: string, url: string, message: FlashToast) {
  const signOutAnyway = () => calls.signOut().catch(() => undefined)
  await Promise.all([forgetBoard(accountId), endSession(signOutAnyway)])
  hideScreen()
  loadPage(url, message)
}

/** The same where the page stays: nobody could be verified. */
export async function dropSession() {
  await endSession(() => calls.signOut().catch(() => undefined))
  setSession(null, { isExpected: true })
}

/** The person went on without signing in again. */
export function dismissSessionExpired() {
  if (getAuthState().sessionExpired) setState({ sessionExpired: false })
}

export const updatePassword = (current_password: string, password: string): Promise<AuthResult> =>
  attempt(async () => setSession(sessionOf(await calls.updatePassword({ current_password, password }))))

/** The new password ends the sessions of the account, here too. */
export const setPasswordByLink = (tokens: calls.RecoveryTokens, password: string): Promise<AuthResult> =>
  attempt(async () => {
    await calls.setPasswordByLink({ ...tokens, password })
    setSession(null, { isExpected: true })
  })

/** The person's name changed on their profile. */
export function updateUser(changes: { full_name: string }) {
  const { session } = getAuthState()
  if (session) setSession({ ...session, user: { ...session.user, ...changes } })
}

let checking: Promise<void> | undefined

/** Asks the server who is signed in; several askers at once share one request. */
export function checkSession(): Promise<void> {
  checking ??= runCheck().finally(() => {
    checking = undefined
  })
  return checking
}

async function runCheck() {
  const before = getAuthState().session
  try {
    const session = sessionOf(await calls.fetchSession())
    // Somebody signed in or out while the question was under way: the answer is about the past.
    if (isEnding || getAuthState().session !== before) return
    if (isFirstCheck || JSON.stringify(session) !== JSON.stringify(before)) setSession(session)
    isFirstCheck = false
    await refreshIfDue()
  } catch {
    // No answer: what is known stays, and the next look asks again.
    if (!getAuthState().loading) return
    setSession(before)
    setState({ isUnanswered: before === null })
  }
}

/** Staff's session is put off by their work alone: the server notes it. */
async function refreshIfDue() {
  const { session } = getAuthState()
  if (!session || session.roles.includes('admin') || remainingMs(session) > REFRESH_BELOW_MS) return
  const refreshed = sessionOf(await calls.refreshSession())
  if (getAuthState().session !== session) return
  setSession(refreshed)
}

function followOtherTabs(event: StorageEvent) {
  // Also where the server has told this tab before: then it did not know that somebody signed out.
  if (event.key === SIGN_OUT_KEY) clearPendingKeys()
  if (event.key !== SESSION_KEY && event.key !== null) return
  const next = readSession(event.newValue)
  if (next || getAuthState().session) setSession(next, { isFromOtherTab: true })
}

/** Back to a page from before a sign-out: the browser may have kept it as it was. */
function onPageShow({ persisted }: PageTransitionEvent) {
  const { session, isSigningOut } = getAuthState()
  if (persisted && (isSigningOut || session?.user.id !== loadSession()?.user.id)) window.location.reload()
}

/** Begins to follow the server, the other tabs and the clock; answers how to stop. */
export function startAuth(): () => void {
  const look = () => {
    const isWorthAsking = isFirstCheck || getAuthState().session !== null
    if (document.visibilityState === 'visible' && isWorthAsking) void checkSession()
  }
  const refusals = onApiError(({ code }) => {
    if (code === 'signed-out' && getAuthState().session) void checkSession()
  })
  const timer = setInterval(look, POLL_INTERVAL_MS)
  window.addEventListener('storage', followOtherTabs)
  window.addEventListener('online', look)
  window.addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', look)
  void checkSession()
  return () => {
    refusals()
    clearInterval(timer)
    window.removeEventListener('storage', followOtherTabs)
    window.removeEventListener('online', look)
    window.removeEventListener('pageshow', onPageShow)
    document.removeEventListener('visibilitychange', look)
  }
}
