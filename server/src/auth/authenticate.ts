import type { MiddlewareHandler } from 'hono'
import type { AppEnv, Services } from '../http/context'
import { readSessionCookie, writeSessionCookie } from './session-cookie'
import { findViewer, touchSession } from './sessions.queries'

/** Requested by an open page on its own, so they don't count as use of the session. */
const BACKGROUND_PATHS = new Set(['/api/auth/session', '/api/auth/refresh', '/api/live', '/api/health'])

/** Authenticates the request by its session cookie. */
export const authenticate =
  ({ db, clock, config }: Services): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const secret = readSessionCookie(c)
    const viewer = await findViewer(db, secret, clock.now())
    c.set('viewer', viewer)
    const sessionExpiresAt = BACKGROUND_PATHS.has(c.req.path)
      ? null
      : await touchSession(db, viewer, clock.now(), config.staffSession)
    // Its session has no absolute end, so the cookie must follow.
    if (secret && sessionExpiresAt && viewer.account?.roles.includes('attendance'))
      writeSessionCookie(c, secret, { ...viewer, account: { ...viewer.account, sessionExpiresAt } })
    await next()
  }
