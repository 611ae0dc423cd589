import { z } from 'zod'
import { MAX_PASSWORD_LENGTH } from '../lib/enums'
import { CODE_LENGTH, CODE_RULES, REAUTH_RULES } from './two-factor'

const codeField = z
  .string({ error: CODE_RULES.code('') })
  .trim()
  .min(1, CODE_RULES.code(''))
  .max(CODE_LENGTH, 'That code is too long')

export const codeSchema = z.object({ code: codeField })

export const passwordAndCodeSchema = z.object({
  password: z
    .string({ error: REAUTH_RULES.password('') })
    .min(1, REAUTH_RULES.password(''))
    .max(MAX_PASSWORD_LENGTH),
  code: codeField,
})

export const requireTwoFactorSchema = z.object({ is_required: z.boolean() })
