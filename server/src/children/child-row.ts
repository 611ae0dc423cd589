import { z } from '@hono/zod-openapi'

/** What the API returns of a child; the columns of the same names are selected. */
export const storedChildRow = z.object({
  id: z.string(),
  parent_id: z.string(),
  name: z.string(),
  allergies: z.string().nullable(),
  grade: z.string().nullable(),
  notes: z.string().nullable(),
  pickup_people: z.array(z.object({ name: z.string(), phone: z.string().nullable() })),
  must_not_pick_up: z.array(z.object({ name: z.string(), note: z.string().nullable() })),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
})

/** A child in API responses to its family. */
export const childRow = storedChildRow.extend({
  /** If so, the record is retained for billing when the child is deleted. */
  has_submissions: z.boolean(),
})
