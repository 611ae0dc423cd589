import { z } from 'zod'
import { retentionRule } from './retention'

export const retentionSchema = z.object({
  months: z
    .number()
    .nullable()
    .superRefine((months, context) => {
      const message = retentionRule(months)
      if (message) context.addIssue({ code: 'custom', message })
    }),
})
