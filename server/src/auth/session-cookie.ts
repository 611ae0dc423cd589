import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { AppContext } from '../http/context'

/** Out of reach of scripts, sent by this site's own pages only, and over https nowhere else. */
const NAME = 'aftercare_session'

function options(c: AppContext): CookieOptions {
  const secure = c.var.services.config.publicUrl.startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...(secure && { prefix: 'host' as const }) }
}

export function readSessionCookie(c: AppContext): string | undefined {
  const { prefix } = options(c)
  return prefix ? getCookie(c, NAME, prefix) : getCookie(c, NAME)
}

export function writeSessionCookie(c: AppContext, secret: string, expiresAt: string) {
  // A span, not an instant: the browser's clock may differ from the programme's.
  const spanMs = new Date(expiresAt).getTime() - c.var.services.clock.now().getTime()
  setCookie(c, NAME, secret, { ...options(c), maxAge: Math.max(0, Math.floor(spanMs / 1000)) })
}

export function clearSessionCookie(c: AppContext) {
  deleteCookie(c, NAME, options(c))
}
