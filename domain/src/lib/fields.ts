import { z } from 'zod'
import { sortedDayNumbers } from './days'
import { type FieldErrors, type Rule, type TextRule, textError } from './field-rules'
import { parseAmount, toDecimal } from './money'

/** Schemas of form fields, from the rules that the browser checks too. */

const checkRule = (rule: Rule) => (text: string, context: z.RefinementCtx) => {
  const message = rule(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
}

function trimmedText(rule: TextRule) {
  const error = ({ input }: { input?: unknown }) => textError(String(input), rule)
  return z
    .string({ error: rule.required })
    .trim()
    .max(rule.maxLength, { error })
    .superRefine(checkRule((text) => textError(text, rule)))
}

export const textField = (rule: TextRule) => trimmedText(rule).min(1, rule.required)

/** Null if omitted or blank. */
export const optionalTextField = (rule: TextRule) =>
  trimmedText(rule)
    .nullish()
    .transform((text) => text || null)

/** Lowercased: two spellings of one address are one person. */
export const emailField = (rule: TextRule) => textField(rule).toLowerCase()

export const idField = z.guid('Unknown id')

export const dayField = (rule: Rule) =>
  z
    .string({ error: rule('') })
    .min(1, rule(''))
    .superRefine(checkRule(rule))

/** Day numbers in ascending order; a repeated day is an error rather than a guess. */
export const selectedDaysField = z
  .array(z.number().int().min(1).max(31), { error: 'Please select at least one day.' })
  .min(1, 'Please select at least one day.')
  .max(31)
  .refine((days) => new Set(days).size === days.length, 'Each day can be selected only once')
  .transform((days) => sortedDayNumbers(days))

/** Turns a typed amount (string or number) into the decimal string that is stored: "22.5" → "22.50". */
export const amountField = (rule: Rule) =>
  z
    .union([z.string(), z.number()], { error: rule('') })
    .transform((input) => String(input).trim())
    .pipe(z.string().min(1, rule('')).superRefine(checkRule(rule)))
    .transform((text) => toDecimal(parseAmount(text) ?? 0))

/** The row version that the change started from, 0 if nothing was stored; a stale one is a conflict. */
export const versionField = z
  .number({ error: 'Please send the version that the change started from' })
  .int()
  .min(0)

export const agreedField = z.literal(true, { error: 'Please agree to the terms and conditions.' })

/** The first error message of each field. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) errors[issue.path.join('.') || 'request'] ??= issue.message
  return errors
}

/** The optional Spanish of a text: null removes it, and if it is missing the stored one stays. */
export const spanishField = <T extends z.ZodType>(text: T) =>
  z.object({ text, outdated: z.boolean() }).nullable().optional()
