import { z } from 'zod'
import { MONTHS_RANGE, retentionRule } from './retention'

export const retentionSchema = z.object({
  months: z
    .number({ error: MONTHS_RANGE })
    .nullable()
    .superRefine((months, context) => {
      const message = retentionRule(months)
      if (message) context.addIssue({ code: 'custom', message })
    }),
})
