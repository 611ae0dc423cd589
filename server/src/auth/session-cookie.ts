import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { AppContext, Viewer } from '../http/context'
import { readLanguageCookie, writeLanguageCookie } from './language-cookie'

/** HttpOnly, SameSite and, over https, Secure with the __Host- prefix. */
const NAME = 'aftercare_session'

export function cookieOptions(c: AppContext): CookieOptions {
  // Not `c.var`, which copies all variables: every page reads a cookie.
  const secure = c.get('services').config.publicUrl.startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...(secure && { prefix: 'host' as const }) }
}

/** Reads a cookie written with `cookieOptions`. */
export function readCookie(c: AppContext, name: string): string | undefined {
  const { prefix } = cookieOptions(c)
  return prefix ? getCookie(c, name, prefix) : getCookie(c, name)
}

export const readSessionCookie = (c: AppContext): string | undefined => readCookie(c, NAME)

export function writeSessionCookie(c: AppContext, secret: string, { account }: Viewer) {
  if (!account) return
  const { clock, config } = c.var.services
  // Max-Age, not Expires: the browser's clock may differ from the server's.
  const remainingMs = new Date(account.sessionExpiresAt).getTime() - clock.now().getTime()
  // An admin's session is extended by use, so its cookie lasts as long as the session possibly can.
  const adminMaxAge = account.roles.includes('admin') ? config.staffSession.days * 86_400 : 0
  const maxAge = Math.max(0, adminMaxAge, Math.floor(remainingMs / 1000))
  setCookie(c, NAME, secret, { ...cookieOptions(c), maxAge })
  // A browser in which no language was chosen keeps the account's, also when signed out.
  if (account.language && !readLanguageCookie(c)) writeLanguageCookie(c, account.language)
}

export function clearSessionCookie(c: AppContext) {
  deleteCookie(c, NAME, cookieOptions(c))
}
