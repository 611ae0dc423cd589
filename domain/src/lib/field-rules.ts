import { hasVisibleText, INVALID_EMAIL, isEmail, MAX_LENGTH } from './field-lengths'

/** Error messages by field name, in the order of the form. */
export type FieldErrors = Record<string, string>

/** Returns the error message for a value, or undefined if it is valid. */
export type Rule<Value = string> = (value: Value) => string | undefined

/** A text field. Every text is trimmed before it is checked and stored. */
export type TextRule = {
  kind: 'line' | 'lines' | 'email'
  maxLength: number
  /** The message for a blank field; without one it may be blank. */
  required?: string
  /** The message for text of only invisible characters, where somebody must be able to read it. */
  unreadable?: string
  tooLong?: string
}

export const singleLineRule = (maxLength: number, required?: string): TextRule => ({
  kind: 'line',
  maxLength,
  required,
})
export const multiLineRule = (maxLength: number, required?: string, tooLong?: string): TextRule => ({
  kind: 'lines',
  maxLength,
  required,
  tooLong,
})
export const nameRule = (required?: string): TextRule => ({
  ...singleLineRule(MAX_LENGTH.name, required),
  unreadable: required ?? 'Please enter a readable name',
})
export const emailRule = (required: string): TextRule => ({
  kind: 'email',
  maxLength: MAX_LENGTH.email,
  required,
})

// Line breaks in a name or an email could add headers to a mail; PostgreSQL rejects NUL.
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u

export function textError(typed: string, rule: TextRule): string | undefined {
  const { kind, maxLength } = rule
  const text = typed.trim()
  if (text === '') return rule.required
  if (text.length > maxLength) return rule.tooLong ?? `Must be at most ${maxLength} characters`
  if (kind === 'email') return isEmail(text) ? undefined : INVALID_EMAIL
  if ((kind === 'lines' ? CONTROL_BUT_LINES : CONTROL).test(text))
    return 'Please remove line breaks and special control characters'
  return hasVisibleText(text) ? undefined : rule.unreadable
}

export const required =
  (message: string): Rule =>
  (typed) =>
    typed.trim() === '' ? message : undefined

/** For a password, which may consist of spaces. */
export const requiredPassword =
  (message: string): Rule =>
  (typed) =>
    typed === '' ? message : undefined

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
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${part}.${field}`, message]))
