import { z } from 'zod'
import { ownPasswordField } from '../auth/auth-schemas'
import { fieldError } from '../lib/field-rules'
import { issueMessage } from '../lib/fields'
import { CODE_LENGTH, CODE_REQUIRED, OWN_PASSWORD_REQUIRED } from './two-factor'

const codeField = z
  .string({ error: issueMessage(CODE_REQUIRED) })
  .trim()
  .min(1, issueMessage(CODE_REQUIRED))
  .max(CODE_LENGTH, issueMessage(fieldError('code-too-long', 'That code is too long')))

export const codeSchema = z.object({ code: codeField })

export const passwordAndCodeSchema = z.object({
  password: ownPasswordField(OWN_PASSWORD_REQUIRED),
  code: codeField,
})

export const requireTwoFactorSchema = z.object({ is_required: z.boolean() })
