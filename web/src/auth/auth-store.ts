import { forgetBoard } from '../features/board/offline-board'
import { setServerTime } from '../features/program/program'
import { clearDraftsOf } from '../features/submissions/draft'
import { ApiError, onRefusal } from '../lib/api-client'
import { forgetUnanswered, setRequestAccount } from '../lib/idempotency-key'
import { restartLive } from '../lib/live'
import { queryClient } from '../lib/query-client'
import * as calls from './auth.api'
import {
  loadSession,
  readSession,
  remainingMs,
  SESSION_KEY,
  type Session,
  SIGN_OUT_KEY,
  storeSession,
  tellOfSignOut,
} from './session'

export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'

export type AuthState = {
  session: Session | null
  loading: boolean
  /** Where signing out leads, until that page is shown: not where a lost session would lead. */
  leavingTo: string | null
  /** The session of somebody who was here ended without their doing in this tab; until somebody signs in. */
  isLost: boolean
  /** The server could not be asked who is signed in: that is no reason to ask anybody to sign in. */
  isUnanswered: boolean
}

export type AuthListener = (event: AuthEvent, session: Session | null) => void
/** The server's refusal, for the caller to show; a network that gave no answer is thrown. */
export type AuthResult = { error: ApiError | null }

/** Sessions last thirty days and are put off when a day of them is over, so one in use never ends. */
const REFRESH_BELOW_MS = 29 * 24 * 60 * 60 * 1000
const LOOK_EVERY_MS = 10 * 60 * 1000

/** Known before the first request: a stored snapshot. Without one only the server can tell. */
function initialState(): AuthState {
  const session = loadSession()
  setRequestAccount(session?.user.id ?? null)
  return { session, loading: session === null, leavingTo: null, isLost: false, isUnanswered: false }
}

let known: AuthState | undefined
let isFirstCheck = true
const watchers = new Set<() => void>()
const listeners = new Set<AuthListener>()

/** Read when first asked for: by then the server's time is known. */
export function getAuthState(): AuthState {
  known ??= initialState()
  return known
}

export function watchAuth(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Hears every change of the session, as { event, session }. */
export function onAuthStateChange(listener: AuthListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setState(changes: Partial<AuthState>) {
  known = { ...getAuthState(), ...changes }
  for (const watcher of watchers) watcher()
}

/** Every event replaces session and user, ends the loading state and is told to all listeners. */
export function announce(
  event: AuthEvent,
  session: Session | null,
  options: { isFromOtherTab?: boolean } = {},
) {
  const { session: previous, leavingTo, isLost } = getAuthState()
  const previousId = previous?.user.id
  if (!options.isFromOtherTab) storeSession(session)
  setRequestAccount(session?.user.id ?? null)
  // A new password by a link ends the session too, and its page says so.
  const isLosing = previous !== null && leavingTo === null && event !== 'USER_UPDATED'
  const isLostNow = session === null && (isLost || isLosing)
  setState({ session, loading: false, isLost: isLostNow, isUnanswered: false })
  for (const listener of listeners) listener(event, session)
  if (previousId === session?.user.id) return
  restartLive()
  // After the pages of the one who left are gone: they would only ask again.
  if (previousId) queueMicrotask(forgetPerson)
}

/** What was read for one person is never shown to the next; pages that stay open read it again. */
function forgetPerson() {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
  queryClient.getMutationCache().clear()
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
  attempt(async () => announce('SIGNED_IN', sessionOf(await calls.signIn({ email, password }))))

/** The second step, after a sign-in that was refused with code-needed. */
export const signInByCode = (code: string): Promise<AuthResult> =>
  attempt(async () => announce('MFA_CHALLENGE_VERIFIED', sessionOf(await calls.signInByCode(code))))

export const signUp = (email: string, password: string, full_name: string): Promise<AuthResult> =>
  attempt(async () => {
    await calls.signUp({ email, password, full_name })
  })

/** While what is done here ends the session, the server's word of its end is no news. */
let isEnding = false

async function endHere<T>(work: () => Promise<T>, leaveTo: string): Promise<T> {
  isEnding = true
  try {
    const outcome = await work()
    setState({ leavingTo: leaveTo })
    announce('SIGNED_OUT', null)
    return outcome
  } finally {
    isEnding = false
  }
}

/**
 * Only somebody who leaves by their own hand takes it along, in all tabs: after a session that ran out the same person
 * signs in again and sends again, which must not be stored twice.
 */
function forgetSent() {
  forgetUnanswered()
  tellOfSignOut()
}

export const signOut = (leaveTo = '/'): Promise<AuthResult> =>
  attempt(async () => {
    const personId = getAuthState().session?.user.id
    await endHere(async () => {
      await calls.signOut()
      forgetSent()
      // Whoever signs out may leave the computer to somebody else; the board goes while its page still stands.
      if (personId) forgetBoard(personId)
    }, leaveTo)
    if (personId) clearDraftsOf(personId)
  })

/** Ends the session here whatever the server says, as when nobody could be verified. */
export async function dropSession(leaveTo: string) {
  await endHere(() => calls.signOut().catch(() => undefined), leaveTo)
}

/** Does what ends the session by itself, such as deleting the account; then nobody is signed in here. */
export async function endByOwnHand(work: () => Promise<unknown>): Promise<void> {
  const personId = getAuthState().session?.user.id
  await endHere(async () => {
    await work()
    forgetSent()
  }, '/')
  if (personId) clearDraftsOf(personId)
}

/** The page after signing out is shown: a protected address opened from here on asks to sign in. */
export const endLeaving = () => setState({ leavingTo: null })

/** The person went on without signing in again: the loss has been read. */
export function endLoss() {
  if (getAuthState().isLost) setState({ isLost: false })
}

export const updatePassword = (current_password: string, password: string): Promise<AuthResult> =>
  attempt(async () =>
    announce('USER_UPDATED', sessionOf(await calls.updatePassword({ current_password, password }))),
  )

/** The new password ends the sessions of the account, here too. */
export const setPasswordByLink = (tokens: calls.RecoveryTokens, password: string): Promise<AuthResult> =>
  attempt(async () => {
    await calls.setPasswordByLink({ ...tokens, password })
    announce('USER_UPDATED', null)
  })

/** The person's name changed on their profile. */
export function updateUser(changes: { full_name: string }) {
  const { session } = getAuthState()
  if (session) announce('USER_UPDATED', { ...session, user: { ...session.user, ...changes } })
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
    if (isFirstCheck) announce('INITIAL_SESSION', session)
    else if (!session && before) announce('SIGNED_OUT', null)
    else if (session?.user.id !== before?.user.id) announce('SIGNED_IN', session)
    else if (JSON.stringify(session) !== JSON.stringify(before)) announce('USER_UPDATED', session)
    isFirstCheck = false
    await refreshIfDue()
  } catch {
    // No answer: what is known stays, and the next look asks again.
    if (!getAuthState().loading) return
    announce('INITIAL_SESSION', before)
    setState({ isUnanswered: before === null })
  }
}

/** Staff's session is put off by their work alone: the server notes it. */
async function refreshIfDue() {
  const { session } = getAuthState()
  if (!session || session.roles.includes('admin') || remainingMs(session) > REFRESH_BELOW_MS) return
  const refreshed = sessionOf(await calls.refreshSession())
  if (getAuthState().session !== session) return
  announce(refreshed ? 'TOKEN_REFRESHED' : 'SIGNED_OUT', refreshed)
}

function followOtherTabs(event: StorageEvent) {
  // Also where the server has told this tab before: then it did not know that somebody signed out.
  if (event.key === SIGN_OUT_KEY) forgetUnanswered()
  if (event.key !== SESSION_KEY && event.key !== null) return
  const next = readSession(event.newValue)
  const current = getAuthState().session
  if (!next && !current) return
  const name = !next
    ? 'SIGNED_OUT'
    : next.user.id !== current?.user.id
      ? 'SIGNED_IN'
      : next.expires_at !== current.expires_at
        ? 'TOKEN_REFRESHED'
        : 'USER_UPDATED'
  announce(name, next, { isFromOtherTab: true })
}

/** Begins to follow the server, the other tabs and the clock; answers how to stop. */
export function startAuth(): () => void {
  const look = () => {
    const isWorthAsking = isFirstCheck || getAuthState().session !== null
    if (document.visibilityState === 'visible' && isWorthAsking) void checkSession()
  }
  const refusals = onRefusal(({ code }) => {
    if (code === 'signed-out' && getAuthState().session) void checkSession()
  })
  const timer = setInterval(look, LOOK_EVERY_MS)
  window.addEventListener('storage', followOtherTabs)
  window.addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
  void checkSession()
  return () => {
    refusals()
    clearInterval(timer)
    window.removeEventListener('storage', followOtherTabs)
    window.removeEventListener('online', look)
    document.removeEventListener('visibilitychange', look)
  }
}
