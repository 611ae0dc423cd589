import { z } from 'zod'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../lib/enums'
import { MAX_LENGTH } from '../lib/field-lengths'
import { type FieldError, tooLong } from '../lib/field-rules'
import { checkRule, emailField, issueMessage, optionalTextField } from '../lib/fields'
import {
  CURRENT_PASSWORD_REQUIRED,
  EMAIL_REQUIRED,
  newPasswordRule,
  PASSWORD_REQUIRED,
  PASSWORD_TOO_SHORT,
  PROFILE_RULES,
  requiredEmail,
} from './account-rules'

const PASSWORD_TOO_LONG = issueMessage(tooLong(MAX_PASSWORD_LENGTH))

const passwordField = z
  .string({ error: issueMessage(PASSWORD_REQUIRED) })
  .min(MIN_PASSWORD_LENGTH, issueMessage(PASSWORD_TOO_SHORT))
  .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG)
  .superRefine(checkRule(newPasswordRule))

/** The password of the account, which need not keep to today's rules. */
export const ownPasswordField = (required: FieldError) =>
  z
    .string({ error: issueMessage(required) })
    .min(1, issueMessage(required))
    .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG)

export const ownPasswordSchema = z.object({ password: ownPasswordField(PASSWORD_REQUIRED) })

/** No password rules here: a wrong or short password is simply rejected. */
export const signInSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, issueMessage(EMAIL_REQUIRED))
    .max(MAX_LENGTH.email, issueMessage(tooLong(MAX_LENGTH.email))),
  password: ownPasswordField(PASSWORD_REQUIRED),
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

/** A password that is being chosen, with the email as far as it is typed. */
export const checkedPasswordSchema = z.object({
  password: ownPasswordField(PASSWORD_REQUIRED),
  email: z.string().max(MAX_LENGTH.email, issueMessage(tooLong(MAX_LENGTH.email))),
})

export const changePasswordSchema = newPasswordSchema.extend({
  current_password: ownPasswordField(CURRENT_PASSWORD_REQUIRED),
})
