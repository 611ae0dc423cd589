import { z } from 'zod'
import { LIMITS } from '../lib/field-lengths'
import { emailField, nameField, optionalName, optionalSingleLine, versionField } from '../lib/fields'
import type { EmailPreference } from './email-preferences'

export const emailPreferencesSchema = z.object({
  monthly_submission_parent: z.boolean(),
  monthly_submission_admin: z.boolean(),
  dropin_submission_parent: z.boolean(),
  dropin_submission_admin: z.boolean(),
  daily_attendance_report: z.boolean(),
} satisfies Record<EmailPreference, z.ZodBoolean>)

/** Staff edit an admin. What was left out stays as it is. */
export const adminEditSchema = z
  .object({
    full_name: optionalName().transform((name) => name ?? ''),
    email: emailField(),
    phone: optionalSingleLine(LIMITS.phone),
    preferences: emailPreferencesSchema,
  })
  .partial()
  .extend({ version: versionField })

export const inviteAdminSchema = z.object({
  full_name: nameField('Full name is required'),
  email: emailField(),
})
