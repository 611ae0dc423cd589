import { z } from '@hono/zod-openapi'

/** Of a drop-in that needs approval; its status says whether it waits. */
export const approvalRow = z.object({
  /** Once approved: the price that was shown when it was requested. */
  fee: z.number(),
  decided_at: z.string().nullable(),
  /** What staff wrote to the family. */
  message: z.string().nullable(),
})
