import { GRANTED_ROLES } from '@aftercare/domain/lib/enums'
import { LANGUAGES } from '@aftercare/domain/lib/language'
import { z } from '@hono/zod-openapi'
import type { AppContext, Viewer } from '../http/context'

/** The session as the browser sees it, without the secret. */
export const sessionResponse = z
  .object({
    user: z.object({ id: z.string(), email: z.string(), full_name: z.string() }),
    roles: z.array(z.enum(GRANTED_ROLES)),
    /** Whose records the user sees; changes when they join or leave a family. */
    family_id: z.string(),
    /** Null as long as none was chosen. */
    language: z.enum(LANGUAGES).nullable(),
    expires_at: z.string(),
    /** The server's time, to compare `expires_at` with. */
    now: z.string(),
  })
  .nullable()

export type SessionResponse = z.infer<typeof sessionResponse>

export function serializeSession(c: AppContext, { account }: Viewer): SessionResponse {
  if (!account) return null
  const { id, email, fullName, familyId } = account
  return {
    user: { id, email, full_name: fullName },
    roles: account.roles,
    language: account.language,
    family_id: familyId,
    expires_at: account.sessionExpiresAt,
    now: c.var.services.clock.now().toISOString(),
  }
}
