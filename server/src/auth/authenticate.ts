import type { MiddlewareHandler } from 'hono'
import type { AppEnv, Services } from '../http/context'
import { readSessionCookie } from './session-cookie'
import { findViewer, touchSession } from './sessions.queries'

/** Requested by an open page on its own, so they don't count as use of the session. */
const BACKGROUND_PATHS = new Set(['/api/auth/session', '/api/auth/refresh', '/api/live', '/api/health'])

/** Authenticates the request by its session cookie. */
export const authenticate =
  ({ db, clock, config }: Services): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const viewer = await findViewer(db, readSessionCookie(c), clock.now())
    if (!BACKGROUND_PATHS.has(c.req.path)) await touchSession(db, viewer, clock.now(), config.staffSession)
    c.set('viewer', viewer)
    await next()
  }
