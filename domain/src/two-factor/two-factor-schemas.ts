import { z } from 'zod'
import { MAX_PASSWORD_LENGTH } from '../lib/enums'
import { CODE_LENGTH, CODE_REQUIRED, OWN_PASSWORD_REQUIRED } from './two-factor'

const codeField = z
  .string({ error: CODE_REQUIRED.message })
  .trim()
  .min(1, CODE_REQUIRED.message)
  .max(CODE_LENGTH, 'That code is too long')

export const codeSchema = z.object({ code: codeField })

export const passwordAndCodeSchema = z.object({
  password: z.string({ error: OWN_PASSWORD_REQUIRED }).min(1, OWN_PASSWORD_REQUIRED).max(MAX_PASSWORD_LENGTH),
  code: codeField,
})

export const requireTwoFactorSchema = z.object({ is_required: z.boolean() })
