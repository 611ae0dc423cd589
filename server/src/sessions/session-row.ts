import { z } from '@hono/zod-openapi'

/** More sessions than anybody has; the page says so if there are even more. */
export const SESSIONS_PAGE_SIZE = 50

/** A browser that is signed in, in API responses. */
export const sessionRow = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: z.string(),
  seen_at: z.string(),
  is_current: z.boolean(),
})
