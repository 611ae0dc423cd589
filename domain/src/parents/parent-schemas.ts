import { z } from 'zod'
import { PARENT_RULES } from '../auth/account-rules'
import { ACCOUNT_STATUSES } from '../lib/enums'
import { emailField, optionalTextField, versionField } from '../lib/fields'
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
