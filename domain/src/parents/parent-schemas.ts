import { z } from 'zod'
import { NEW_PARENT_RULES, PARENT_RULES } from '../auth/account-rules'
import { childSchema } from '../children/child-schemas'
import { ACCOUNT_STATUSES } from '../lib/enums'
import { MAX_LENGTH } from '../lib/field-lengths'
import { emailField, optionalTextField, textField, versionField } from '../lib/fields'
import { optionalName } from '../profile/profile-schemas'

/** Staff edit a registered parent. Omitted fields stay unchanged. */
export const parentEditSchema = z
  .object({
    full_name: optionalName,
    email: emailField(PARENT_RULES.email),
    phone: optionalTextField(PARENT_RULES.phone),
    status: z.enum(ACCOUNT_STATUSES, { error: 'Please choose a status' }),
  })
  .partial()
  .extend({ version: versionField })

/** Staff add a family: its first adult, whose account has no password until they choose one, and the children. */
export const newFamilySchema = z.object({
  full_name: textField(NEW_PARENT_RULES.full_name),
  email: emailField(NEW_PARENT_RULES.email),
  phone: optionalTextField(NEW_PARENT_RULES.phone),
  children: z.array(childSchema).max(MAX_LENGTH.children).default([]),
  send_invitation: z.boolean(),
})
