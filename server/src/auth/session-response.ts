import { GRANTED_ROLES } from '@aftercare/domain/lib/enums'
import { z } from '@hono/zod-openapi'
import type { AppContext, Viewer } from '../http/context'

/** The session as the browser sees it, without the secret. */
export const sessionResponse = z
  .object({
    user: z.object({ id: z.string(), email: z.string(), full_name: z.string() }),
    roles: z.array(z.enum(GRANTED_ROLES)),
    expires_at: z.string(),
    /** The server's time, to compare `expires_at` with. */
    now: z.string(),
  })
  .nullable()

export type SessionResponse = z.infer<typeof sessionResponse>

export function serializeSession(c: AppContext, { account }: Viewer): SessionResponse {
  if (!account) return null
  const { id, email, fullName } = account
  return {
    user: { id, email, full_name: fullName },
    roles: account.roles,
    expires_at: account.sessionExpiresAt,
    now: c.var.services.clock.now().toISOString(),
  }
}
