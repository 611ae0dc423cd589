import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../lib/enums'
import { hasVisibleText, MAX_LENGTH } from '../lib/field-lengths'
import {
  emailRule,
  fieldError,
  nameRule,
  phoneRule,
  type Rule,
  required,
  requiredPassword,
  singleLineRule,
  tooLong,
} from '../lib/field-rules'

const FULL_NAME_REQUIRED = fieldError('full-name-required', 'Full name is required')
export const EMAIL_REQUIRED = fieldError('email-required', 'Email is required')
export const PASSWORD_REQUIRED = fieldError('password-required', 'Password is required')
export const CURRENT_PASSWORD_REQUIRED = fieldError(
  'current-password-required',
  'Enter your current password',
)
export const PASSWORD_TOO_SHORT = fieldError(
  'password-too-short',
  'Password must be at least 6 characters long.',
)

const PASSWORDS_DIFFER = fieldError('passwords-differ', 'Please make sure both passwords are the same.')

export const requiredEmail = emailRule(EMAIL_REQUIRED)

export const newPasswordRule: Rule = (password) => {
  if (password === '') return PASSWORD_REQUIRED
  if (password.length > MAX_PASSWORD_LENGTH) return tooLong(MAX_PASSWORD_LENGTH)
  return password.length < MIN_PASSWORD_LENGTH ? PASSWORD_TOO_SHORT : undefined
}

/** The server checks everything else and its error shows in a toast. */
export const SIGN_UP_RULES = {
  full_name: ((name) => (hasVisibleText(name) ? undefined : FULL_NAME_REQUIRED)) satisfies Rule,
  email: required(EMAIL_REQUIRED),
  password: newPasswordRule,
}

/** The new password is typed twice; only the first is sent. */
export const changePasswordRules = (password: string) => ({
  current_password: requiredPassword(CURRENT_PASSWORD_REQUIRED),
  password: newPasswordRule,
  confirmation: ((typed) => (typed === password ? undefined : PASSWORDS_DIFFER)) satisfies Rule,
})

export const SIGN_IN_RULES = {
  email: required(EMAIL_REQUIRED),
  password: requiredPassword(PASSWORD_REQUIRED),
}

export const RESET_RULES = { email: required(EMAIL_REQUIRED) }

/** One's own profile, staff included. */
export const PROFILE_RULES = { full_name: nameRule(), phone: singleLineRule(MAX_LENGTH.phone) }

/** Staff edit a registered parent. */
export const PARENT_RULES = { full_name: nameRule(), email: requiredEmail, phone: phoneRule }

/** Staff add a family. */
export const NEW_PARENT_RULES = { ...PARENT_RULES, full_name: nameRule(FULL_NAME_REQUIRED) }

/** Staff edit an admin. */
export const ADMIN_RULES = { ...PROFILE_RULES, email: requiredEmail }

export const INVITE_ADMIN_RULES = { full_name: nameRule(FULL_NAME_REQUIRED), email: requiredEmail }
