import { z } from 'zod'
import { ADMIN_RULES, INVITE_ADMIN_RULES } from '../auth/account-rules'
import { STAFF_ROLES } from '../lib/enums'
import { emailField, optionalTextField, textField, versionField } from '../lib/fields'
import { mapPreferences } from './email-preferences'

export const emailPreferencesSchema = z.object(mapPreferences(() => z.boolean()))

const staffRole = z.enum(STAFF_ROLES, { error: 'Please choose Admin or Attendance' })

/** Staff edit an admin. Omitted fields stay unchanged. */
export const adminEditSchema = z
  .object({
    full_name: optionalTextField(ADMIN_RULES.full_name).transform((name) => name ?? ''),
    email: emailField(ADMIN_RULES.email),
    phone: optionalTextField(ADMIN_RULES.phone),
    role: staffRole,
    preferences: emailPreferencesSchema,
  })
  .partial()
  .extend({ version: versionField })

export const inviteAdminSchema = z.object({
  full_name: textField(INVITE_ADMIN_RULES.full_name),
  email: emailField(INVITE_ADMIN_RULES.email),
  role: staffRole.default('admin'),
})
