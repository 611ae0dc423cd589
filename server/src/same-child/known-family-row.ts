import { z } from '@hono/zod-openapi'

/** For staff: a guest whose child may be on file. */
export const knownFamilyRow = z.object({
  same_children: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      grade: z.string().nullable(),
      allergies: z.string().nullable(),
      parent_name: z.string(),
      may_link: z.boolean(),
    }),
  ),
  is_suspended: z.boolean(),
})
