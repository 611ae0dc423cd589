import { z } from '@hono/zod-openapi'

/** A child as the API answers it to its family. */
export const childRow = z.object({
  id: z.string(),
  parent_id: z.string(),
  name: z.string(),
  allergies: z.string().nullable(),
  grade: z.string().nullable(),
  notes: z.string().nullable(),
  pickup_people: z.array(z.object({ name: z.string(), phone: z.string().nullable() })),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
  /** Its record then stays for billing when it is deleted. */
  has_submissions: z.boolean(),
})
