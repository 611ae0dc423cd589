import { z } from 'zod'
import { emailField, LIMITS, nameField, optionalSingleLine } from './fields'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './names'

export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long.'

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
  .object({ full_name: optionalSingleLine(LIMITS.name), email: emailField(), password: passwordField })
  .transform((request) => ({
    ...request,
    full_name: request.full_name ?? request.email,
  }))

export const resetRequestSchema = z.object({ email: emailField() })

export const newPasswordSchema = z.object({ password: passwordField })

export type PasswordProblem = { title: string; message: string }
type PasswordWords = { mismatch: PasswordProblem; tooShort: PasswordProblem }

/** The two portals word the same refusals differently. */
export const PARENT_PASSWORD_WORDS: PasswordWords = {
  mismatch: { title: "Passwords Don't Match", message: 'Please make sure both passwords are the same.' },
  tooShort: { title: 'Password Too Short', message: PASSWORD_TOO_SHORT },
}
export const ADMIN_PASSWORD_WORDS: PasswordWords = {
  mismatch: { title: "Passwords don't match", message: 'Please make sure both password fields match.' },
  tooShort: { title: 'Password too short', message: PASSWORD_TOO_SHORT },
}

export function newPasswordProblem(
  password: string,
  confirmation: string,
  words: PasswordWords,
): PasswordProblem | null {
  if (password !== confirmation) return words.mismatch
  return password.length < MIN_PASSWORD_LENGTH ? words.tooShort : null
}
