import { MIN_PASSWORD_LENGTH } from '../lib/enums'

export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long.'

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
