import { LIVE_TOPICS } from '@aftercare/domain/live/live-topics'
import { z } from '@hono/zod-openapi'

/** A committed change, as sent by its trigger: ids and what decides who may see it; of a month also its seats. */
const change = z.object({
  table: z.enum(LIVE_TOPICS),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  id: z.string().optional(),
  parent_id: z.string().optional(),
  account_id: z.string().optional(),
  /** Who joined or left a family. */
  member_id: z.string().optional(),
  /** Of a session: whether its account is. */
  is_staff: z.boolean().optional(),
  user_id: z.string().optional(),
  month_id: z.string().optional(),
  section_name: z.string().optional(),
  /** Of a setting. */
  key: z.string().optional(),
  /** Of a month: it is or was published, so everybody may see the change. */
  is_public: z.boolean().optional(),
  /** Of a mail in the outbox. */
  state: z.string().optional(),
  /** Of an attendance mark, whose id is that of its submission. */
  day: z.string().optional(),
  /** Of a month's seats: children per day of the month. */
  taken_seats: z.record(z.string(), z.number()).optional(),
})

export type Change = z.infer<typeof change>

/** Null for an invalid payload. */
export function parseChange(payload: string): Change | null {
  try {
    return change.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}
