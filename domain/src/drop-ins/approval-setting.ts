import { z } from 'zod'

/** Off until staff switch it on. */
export const dropInApprovalSchema = z.object({ required: z.boolean() })
export type DropInApproval = z.infer<typeof dropInApprovalSchema>

export const readDropInApproval = (stored: unknown): DropInApproval =>
  dropInApprovalSchema.safeParse(stored).data ?? { required: false }
