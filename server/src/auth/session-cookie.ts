import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { AppContext, Viewer } from '../http/context'

/** Out of reach of scripts, sent by this site's own pages only, and over https nowhere else. */
const NAME = 'aftercare_session'

export function cookieOptions(c: AppContext): CookieOptions {
  const secure = c.var.services.config.publicUrl.startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...(secure && { prefix: 'host' as const }) }
}

/** A cookie that was written with these options. */
export function readCookie(c: AppContext, name: string): string | undefined {
  const { prefix } = cookieOptions(c)
  return prefix ? getCookie(c, name, prefix) : getCookie(c, name)
}

export const readSessionCookie = (c: AppContext): string | undefined => readCookie(c, NAME)

export function writeSessionCookie(c: AppContext, secret: string, { account }: Viewer) {
  if (!account) return
  const { clock, config } = c.var.services
  // A span, not an instant: the browser's clock may differ from the programme's.
  const spanMs = new Date(account.sessionExpiresAt).getTime() - clock.now().getTime()
  // Staff's session is put off by use; its cookie lasts as long as that can go on.
  const staffSpan = account.roles.includes('admin') ? config.staffSession.days * 86_400 : 0
  const maxAge = Math.max(0, staffSpan, Math.floor(spanMs / 1000))
  setCookie(c, NAME, secret, { ...cookieOptions(c), maxAge })
}

export function clearSessionCookie(c: AppContext) {
  deleteCookie(c, NAME, cookieOptions(c))
}
