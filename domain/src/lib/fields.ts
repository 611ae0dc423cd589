import { z } from 'zod'
import { isDay, sortedDayNumbers } from './days'
import { INVALID_EMAIL, isEmail, isReadable, LIMITS } from './field-lengths'
import { parseAmount, toDecimal } from './money'

/** The building blocks of all forms: every text is trimmed and bounded, on the server as in the browser. */

// Line breaks in a name or an address could add headers to a mail; NUL is refused by the database.
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u
const UNREADABLE = 'Please remove line breaks and special control characters'

const atMost = (max: number) => `Must be at most ${max} characters`

export function singleLineText(max: number, required: string, tooLong = atMost(max)) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, tooLong)
    .refine((text) => !CONTROL.test(text), UNREADABLE)
}

export function multiLineText(max: number, required: string, tooLong = atMost(max)) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, tooLong)
    .refine((text) => !CONTROL_BUT_LINES.test(text), UNREADABLE)
}

/** May be left out or blank; then it is null. */
export function optionalText(max: number) {
  return z
    .string()
    .trim()
    .max(max, atMost(max))
    .refine((text) => !CONTROL_BUT_LINES.test(text), UNREADABLE)
    .nullish()
    .transform((text) => text || null)
}

/** Like optionalText, for names and telephone numbers. */
export function optionalSingleLine(max: number) {
  return z
    .string()
    .trim()
    .max(max, atMost(max))
    .refine((text) => !CONTROL.test(text), UNREADABLE)
    .nullish()
    .transform((text) => text || null)
}

/** Trimmed and lower-cased: two spellings of one address are one person. */
export function emailField(required = 'Email is required') {
  return z
    .string({ error: required })
    .trim()
    .toLowerCase()
    .min(1, required)
    .max(LIMITS.email, atMost(LIMITS.email))
    .refine((text) => text === '' || isEmail(text), INVALID_EMAIL)
}

/** A name of nothing but blanks and zero-width characters is no name: nobody could read it on a list. */
export function nameField(required: string) {
  return singleLineText(LIMITS.name, required).refine(isReadable, required)
}

/** May be left blank, but whatever stands there must be readable. */
export function optionalName() {
  return optionalSingleLine(LIMITS.name).refine(
    (name) => name === null || isReadable(name),
    'Please enter a name that can be read',
  )
}

export const idField = z.guid('Unknown id')

export function dayField(required: string) {
  return z.string({ error: required }).min(1, required).refine(isDay, 'Please choose a valid date')
}

/** Day numbers in ascending order; a day named twice is refused rather than guessed at. */
export const selectedDaysField = z
  .array(z.number().int().min(1).max(31), { error: 'Please select at least one day.' })
  .min(1, 'Please select at least one day.')
  .max(31)
  .refine((days) => new Set(days).size === days.length, 'Each day can be selected only once')
  .transform((days) => sortedDayNumbers(days))

export const INVALID_AMOUNT = 'Please enter an amount from 0 to 99,999,999.99 with at most two decimals'

/** A typed amount (text or number) becomes the decimal text that is stored: "22.5" → "22.50". */
export function amountField(required: string) {
  return z
    .union([z.string(), z.number()], { error: required })
    .transform((input) => String(input).trim())
    .pipe(
      z
        .string()
        .min(1, required)
        .refine((text) => text === '' || parseAmount(text) !== null, INVALID_AMOUNT),
    )
    .transform((text) => toDecimal(parseAmount(text) ?? 0))
}

/** The row's version that a change started from, 0 where nothing was stored; a stale one is refused. */
export const versionField = z
  .number({ error: 'Please send the version that the change started from' })
  .int()
  .min(0)

export const agreedField = z.literal(true, { error: 'Please agree to the terms and conditions.' })

/** Field name to first message, in the order of the form. */
export function fieldProblems(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.')
    problems[name] ??= issue.message
  }
  return problems
}
