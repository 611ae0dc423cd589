import { z } from 'zod'
import { sortedDayNumbers } from './days'
import { type FieldErrors, type Rule, type TextRule, textError } from './field-rules'
import { parseAmount, toDecimal } from './money'

/** The schemas of fields, by the rules that the browser checks too. */

const words = (rule: Rule) => (text: string, context: z.RefinementCtx) => {
  const message = rule(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
}

function trimmedText(rule: TextRule) {
  const error = ({ input }: { input?: unknown }) => textError(String(input), rule)
  return z
    .string({ error: rule.required })
    .trim()
    .max(rule.maxLength, { error })
    .superRefine(words((text) => textError(text, rule)))
}

export const textField = (rule: TextRule) => trimmedText(rule).min(1, rule.required)

/** May be left out or blank; then it is null. */
export const optionalTextField = (rule: TextRule) =>
  trimmedText(rule)
    .nullish()
    .transform((text) => text || null)

/** In lower case: two spellings of one address are one person. */
export const emailField = (rule: TextRule) => textField(rule).toLowerCase()

export const idField = z.guid('Unknown id')

export const dayField = (rule: Rule) =>
  z
    .string({ error: rule('') })
    .min(1, rule(''))
    .superRefine(words(rule))

/** Day numbers in ascending order; a day named twice is refused rather than guessed at. */
export const selectedDaysField = z
  .array(z.number().int().min(1).max(31), { error: 'Please select at least one day.' })
  .min(1, 'Please select at least one day.')
  .max(31)
  .refine((days) => new Set(days).size === days.length, 'Each day can be selected only once')
  .transform((days) => sortedDayNumbers(days))

/** A typed amount (text or number) becomes the decimal text that is stored: "22.5" → "22.50". */
export const amountField = (rule: Rule) =>
  z
    .union([z.string(), z.number()], { error: rule('') })
    .transform((input) => String(input).trim())
    .pipe(z.string().min(1, rule('')).superRefine(words(rule)))
    .transform((text) => toDecimal(parseAmount(text) ?? 0))

/** The row's version that a change started from, 0 where nothing was stored; a stale one is refused. */
export const versionField = z
  .number({ error: 'Please send the version that the change started from' })
  .int()
  .min(0)

export const agreedField = z.literal(true, { error: 'Please agree to the terms and conditions.' })

/** The first message for each field. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) errors[issue.path.join('.') || 'request'] ??= issue.message
  return errors
}
