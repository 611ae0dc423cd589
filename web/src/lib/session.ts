import { GRANTED_ROLES, type GrantedRole } from '@aftercare/domain/lib/enums'
import { hasStrings, isArrayOf, isRecord } from '@aftercare/domain/lib/json-guards'
import { isLanguage, type Language } from '@aftercare/domain/lib/language'
import { serverNow } from './program'

/** The session without its token, which is in an HttpOnly cookie. */
export type Session = {
  user: { id: string; email: string; full_name: string }
  roles: GrantedRole[]
  expires_at: string
  /** Whose records the user sees. Missing in a snapshot that an earlier release stored. */
  family_id?: string
  /** The account's; null or missing as long as none was chosen. */
  language?: Language | null
}
export type User = Session['user']

const isRole = (value: unknown): value is GrantedRole => GRANTED_ROLES.includes(value as GrantedRole)

/** Picks the known fields out of an unknown value, or null. */
function parseSnapshot(value: unknown): Session | null {
  if (!isRecord(value) || !hasStrings(value, ['expires_at'])) return null
  const { user, roles, expires_at, family_id, language } = value as Record<string, unknown> & {
    expires_at: string
  }
  if (!hasStrings(user, ['id', 'email', 'full_name']) || !isArrayOf(roles, isRole)) return null
  return {
    user: { id: user.id, email: user.email, full_name: user.full_name },
    roles,
    expires_at,
    ...(typeof family_id === 'string' && { family_id }),
    ...(isLanguage(language) && { language }),
  }
}

export const SESSION_KEY = 'aftercare.session'

export function readSession(text: string | null): Session | null {
  if (text === null) return null
  try {
    const session = parseSnapshot(JSON.parse(text))
    return session && remainingMs(session) > 0 ? session : null
  } catch {
    // Written by an older version or malformed: ask the server.
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
    if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(parseSnapshot(session)))
    else localStorage.removeItem(SESSION_KEY)
  } catch {
    // The session is then not stored beyond the page.
  }
}

/** Written and removed at once: the storage event lets other tabs tell a sign-out from an expired session. */
export const SIGN_OUT_KEY = 'aftercare.signed-out'

export function notifySignOut(): void {
  try {
    localStorage.setItem(SIGN_OUT_KEY, 'yes')
    localStorage.removeItem(SIGN_OUT_KEY)
  } catch {
    // Storage is blocked: other tabs are not notified.
  }
}

export const remainingMs = (session: Session): number =>
  new Date(session.expires_at).getTime() - serverNow().getTime()
