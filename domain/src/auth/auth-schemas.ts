import { z } from 'zod'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../lib/enums'
import { MAX_LENGTH } from '../lib/field-lengths'
import { messageOf, tooLong } from '../lib/field-rules'
import { checkRule, emailField, optionalTextField } from '../lib/fields'
import {
  CURRENT_PASSWORD_REQUIRED,
  EMAIL_REQUIRED,
  newPasswordRule,
  PASSWORD_REQUIRED,
  PASSWORD_TOO_SHORT,
  PROFILE_RULES,
  requiredEmail,
} from './account-rules'

const passwordField = z
  .string({ error: PASSWORD_REQUIRED.message })
  .min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT.message)
  .max(MAX_PASSWORD_LENGTH, messageOf(tooLong(MAX_PASSWORD_LENGTH)))
  .superRefine(checkRule(newPasswordRule))

/** No password rules here: a wrong or short password is simply rejected. */
export const signInSchema = z.object({
  email: z.string().trim().toLowerCase().min(1, EMAIL_REQUIRED.message).max(MAX_LENGTH.email),
  password: z.string().min(1, PASSWORD_REQUIRED.message).max(MAX_PASSWORD_LENGTH),
})

/** The form requires a name, the server does not: without one the email becomes the full name. */
export const signUpSchema = z
  .object({
    full_name: optionalTextField(PROFILE_RULES.full_name),
    email: emailField(requiredEmail),
    password: passwordField,
  })
  .transform((request) => ({
    ...request,
    full_name: request.full_name ?? request.email,
  }))

export const resetRequestSchema = z.object({ email: emailField(requiredEmail) })

export const newPasswordSchema = z.object({ password: passwordField })

export const changePasswordSchema = newPasswordSchema.extend({
  current_password: z.string().min(1, CURRENT_PASSWORD_REQUIRED.message).max(MAX_PASSWORD_LENGTH),
})
