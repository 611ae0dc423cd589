import { z } from 'zod'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../lib/enums'
import { LIMITS } from '../lib/field-lengths'
import { emailField, nameField, optionalName } from '../lib/fields'
import { PASSWORD_TOO_SHORT } from './passwords'

export const passwordField = z
  .string({ error: 'Password is required' })
  .min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT)
  .max(MAX_PASSWORD_LENGTH, `Must be at most ${MAX_PASSWORD_LENGTH} characters`)

/** Signing in has no rules of its own: a wrong or short password is answered by the server. */
export const signInSchema = z.object({
  email: z.string().trim().toLowerCase().min(1, 'Email is required').max(LIMITS.email),
  password: z.string().min(1, 'Password is required').max(MAX_PASSWORD_LENGTH),
})

/** The form requires a name. */
export const signUpFormSchema = z.object({
  full_name: nameField('Full name is required'),
  email: emailField(),
  password: passwordField,
})

/** The server does not: without a name the e-mail becomes the full name. */
export const signUpSchema = z
  .object({ full_name: optionalName(), email: emailField(), password: passwordField })
  .transform((request) => ({
    ...request,
    full_name: request.full_name ?? request.email,
  }))

export const resetRequestSchema = z.object({ email: emailField() })

export const newPasswordSchema = z.object({ password: passwordField })
