import { hasVisibleText, isEmail, isPhone, MAX_LENGTH } from './field-lengths'

/** What families can be told about a field, by a code that other languages word. */
export type FieldErrorCode =
  | 'name-required'
  | 'full-name-required'
  | 'email-required'
  | 'email-invalid'
  | 'password-required'
  | 'password-too-short'
  | 'current-password-required'
  | 'passwords-differ'
  | 'own-password-required'
  | 'code-required'
  | 'code-too-long'
  | 'readable-name-required'
  | 'person-name-required'
  | 'phone-too-short'
  | 'too-long'
  | 'control-characters'
  | 'line-breaks'
  | 'fields-required'
  | 'child-required'
  | 'date-required'
  | 'date-invalid'
  | 'message-required'
  | 'month-required'
  | 'child-and-days-required'
  | 'day-required'
  | 'days-repeated'
  | 'agreement-required'
  | 'too-many-people'
  | 'id-unknown'
  | 'version-required'

/** In English; with a code where families can meet it. Staff's forms need none. */
export type FieldError = string | CodedError
type CodedError = { readonly code: string; readonly message: string; readonly params?: object }

export const fieldError = (code: FieldErrorCode, message: string, params?: { max: number }): CodedError => ({
  code,
  message,
  params,
})

/** By field name, in the order of the form. */
export type FieldErrors = Record<string, FieldError>

/** As they are shown. */
export type FieldMessages = Record<string, string>

export const messageOf = (error: FieldError): string => (typeof error === 'string' ? error : error.message)

/** In English. */
export const messagesOf = (errors: FieldErrors): FieldMessages =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, messageOf(error)]))

/** Without the messages; only of errors with a code. */
export const codesOf = (errors: FieldErrors): Record<string, { code: string; params?: object }> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, error]) =>
      typeof error === 'string' ? [] : [[field, { code: error.code, params: error.params }]],
    ),
  )

/** Returns the error of a value, or undefined if it is valid. */
export type Rule<Value = string> = (value: Value) => FieldError | undefined

/** A text field. Every text is trimmed before it is checked and stored. */
export type TextRule = {
  kind: 'line' | 'lines' | 'email' | 'phone'
  maxLength: number
  /** The error of a blank field; without one it may be blank. */
  required?: FieldError
  /** The error of text of only invisible characters, where somebody must be able to read it. */
  unreadable?: FieldError
  tooLong?: FieldError
}

export const singleLineRule = (maxLength: number, required?: FieldError): TextRule => ({
  kind: 'line',
  maxLength,
  required,
})
export const multiLineRule = (maxLength: number, required?: FieldError, tooLong?: FieldError): TextRule => ({
  kind: 'lines',
  maxLength,
  required,
  tooLong,
})
export const nameRule = (required?: FieldError): TextRule => ({
  ...singleLineRule(MAX_LENGTH.name, required),
  unreadable: required ?? fieldError('readable-name-required', 'Please enter a readable name'),
})
export const emailRule = (required: FieldError): TextRule => ({
  kind: 'email',
  maxLength: MAX_LENGTH.email,
  required,
})

/** Where somebody has to be reached; the specified phone fields take what is typed. */
export const phoneRule: TextRule = { kind: 'phone', maxLength: MAX_LENGTH.phone }

// Line breaks in a name or an email could add headers to a mail; PostgreSQL rejects NUL.
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u

export const INVALID_EMAIL = fieldError('email-invalid', 'Please enter a valid email address')

export const CONTROL_CHARACTERS = fieldError('control-characters', 'Please remove special control characters')

const PHONE_TOO_SHORT = fieldError('phone-too-short', 'Please enter a phone number with at least 7 digits.')

export const tooLong = (max: number): FieldError =>
  fieldError('too-long', `Must be at most ${max} characters`, { max })

export function textError(typed: string, rule: TextRule): FieldError | undefined {
  const { kind, maxLength } = rule
  const text = typed.trim()
  if (text === '') return rule.required
  if (text.length > maxLength) return rule.tooLong ?? tooLong(maxLength)
  if (kind === 'email') return isEmail(text) ? undefined : INVALID_EMAIL
  if (kind === 'lines' && CONTROL_BUT_LINES.test(text)) return CONTROL_CHARACTERS
  if (kind !== 'lines' && CONTROL.test(text))
    return fieldError('line-breaks', 'Please remove line breaks and special control characters')
  if (kind === 'phone') return isPhone(text) ? undefined : PHONE_TOO_SHORT
  return hasVisibleText(text) ? undefined : rule.unreadable
}

export const required =
  (error: FieldError): Rule =>
  (typed) =>
    typed.trim() === '' ? error : undefined

/** For a password, which may consist of spaces. */
export const requiredPassword =
  (error: FieldError): Rule =>
  (typed) =>
    typed === '' ? error : undefined

/** Checked by the form before it is sent. The server checks the same rules again and decides. */
export type FormRules<Values> = {
  readonly [Name in keyof Values]?: Values[Name] extends string ? TextRule | Rule : Rule<Values[Name]>
}

export function checkFields<Values extends object>(values: Values, rules: FormRules<Values>): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of Object.keys(rules) as (keyof Values & string)[]) {
    const rule = rules[field] as TextRule | Rule<unknown>
    const value = values[field]
    const error = typeof rule === 'function' ? rule(value) : textError(value as string, rule)
    if (error !== undefined) errors[field] = error
  }
  return errors
}

/** Errors of a part of the form, or of a list item, named as the server names them: `people.1.name`. */
export const nestErrors = (part: string | number, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [`${part}.${field}`, error]))
