import type { MiddlewareHandler } from 'hono'
import type { AppEnv, Services } from '../http/context'
import { readSessionCookie } from './session-cookie'
import { findViewer, touchSession } from './sessions.queries'

/** What an open page asks by itself, with nobody in front of it. */
const BY_ITSELF = new Set(['/api/auth/session', '/api/auth/refresh', '/api/live', '/api/health'])

/** Finds out who asks, before anything else looks at the request. */
export const authenticate =
  ({ db, clock, config }: Services): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const viewer = await findViewer(db, readSessionCookie(c), clock.now())
    if (!BY_ITSELF.has(c.req.path)) await touchSession(db, viewer, clock.now(), config.staffSession)
    c.set('viewer', viewer)
    await next()
  }
