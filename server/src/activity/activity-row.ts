import { ACTIVITY_KINDS, ACTOR_ROLES } from '@aftercare/domain/activity/activity'
import { z } from '@hono/zod-openapi'

/** A log entry as a sentence. */
export const activityRow = z.object({
  id: z.number().int(),
  at: z.string(),
  role: z.enum(ACTOR_ROLES),
  /** Null for guests, the system and deleted accounts. */
  person: z.string().nullable(),
  kind: z.enum(ACTIVITY_KINDS).nullable(),
  sentence: z.string(),
})
export type ActivityRow = z.infer<typeof activityRow>
