import * as z from 'zod/mini'
import { serverNow } from '../features/program/program'

/** What the browser knows of a session. The secret itself is in a cookie that no script can read. */
const sessionSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), full_name: z.string() }),
  roles: z.array(z.enum(['admin', 'parent'])),
  expires_at: z.string(),
})

export type Session = z.infer<typeof sessionSchema>
export type User = Session['user']

export const SESSION_KEY = 'aftercare.session'

export function readSession(text: string | null): Session | null {
  if (text === null) return null
  try {
    const session = sessionSchema.parse(JSON.parse(text))
    return remainingMs(session) > 0 ? session : null
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
    if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(sessionSchema.parse(session)))
    else localStorage.removeItem(SESSION_KEY)
  } catch {
    // The session then lives as long as the page.
  }
}

export const remainingMs = (session: Session): number =>
  new Date(session.expires_at).getTime() - serverNow().getTime()
