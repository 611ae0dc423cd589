import { hasStrings, isArrayOf, isRecord } from '@aftercare/domain/lib/json-guards'
import { serverNow } from './program'

/** What the browser knows of a session. The secret itself is in a cookie that no script can read. */
export type Session = {
  user: { id: string; email: string; full_name: string }
  roles: ('admin' | 'parent')[]
  expires_at: string
}
export type User = Session['user']

const isRole = (value: unknown): value is Session['roles'][number] => value === 'admin' || value === 'parent'

/** The snapshot out of a larger or foreign value, or null. */
function snapshotOf(value: unknown): Session | null {
  if (!isRecord(value) || !hasStrings(value, ['expires_at'])) return null
  const { user, roles, expires_at } = value as Record<string, unknown> & { expires_at: string }
  if (!hasStrings(user, ['id', 'email', 'full_name']) || !isArrayOf(roles, isRole)) return null
  return { user: { id: user.id, email: user.email, full_name: user.full_name }, roles, expires_at }
}

export const SESSION_KEY = 'aftercare.session'

export function readSession(text: string | null): Session | null {
  if (text === null) return null
  try {
    const session = snapshotOf(JSON.parse(text))
    return session && remainingMs(session) > 0 ? session : null
  } catch {
    // Written by an older version or by hand: the server is asked.
    return null
  }
}

export function loadSession(): Session | null {
  try {
    return readSession(localStorage.getItem(SESSION_KEY))
  } catch {
    // Storage is blocked: every start asks the server.
    return null
  }
}

export function storeSession(session: Session | null): void {
  try {
    if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(snapshotOf(session)))
    else localStorage.removeItem(SESSION_KEY)
  } catch {
    // The session then lives as long as the page.
  }
}

/** Written and taken away at once: the other tabs hear of it, and tell a sign-out from a session that ran out. */
export const SIGN_OUT_KEY = 'aftercare.signed-out'

export function notifySignOut(): void {
  try {
    localStorage.setItem(SIGN_OUT_KEY, 'yes')
    localStorage.removeItem(SIGN_OUT_KEY)
  } catch {
    // Storage is blocked: no tab hears of another.
  }
}

export const remainingMs = (session: Session): number =>
  new Date(session.expires_at).getTime() - serverNow().getTime()
