import { z } from 'zod'
import { MAX_PASSWORD_LENGTH } from '../lib/enums'
import { CODE_LENGTH } from './two-factor'

const codeField = z
  .string({ error: 'Enter the code' })
  .trim()
  .min(1, 'Enter the code')
  .max(CODE_LENGTH, 'A code is shorter than that')

export const codeSchema = z.object({ code: codeField })

export const passwordAndCodeSchema = z.object({
  password: z.string({ error: 'Enter your password' }).min(1, 'Enter your password').max(MAX_PASSWORD_LENGTH),
  code: codeField,
})

export const requireTwoStepSchema = z.object({ is_required: z.boolean() })
