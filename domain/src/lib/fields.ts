import { z } from 'zod'
import { sortedDayNumbers } from './days'
import {
  type FieldError,
  type FieldErrors,
  messageOf,
  type Rule,
  type TextRule,
  textError,
} from './field-rules'
import { parseAmount, toDecimal } from './money'

/** Schemas of form fields, from the rules that the browser checks too. */

export const checkRule = (rule: Rule) => (text: string, context: z.RefinementCtx) => {
  const error = rule(text)
  if (error !== undefined) context.addIssue({ code: 'custom', message: messageOf(error), params: { error } })
}

/** The rule's message for a blank or missing value. */
export const requiredMessage = (rule: Rule) => messageOf(rule('') ?? '')

function trimmedText(rule: TextRule) {
  const error = ({ input }: { input?: unknown }) => messageOf(textError(String(input), rule) ?? '')
  return z
    .string({ error: rule.required && messageOf(rule.required) })
    .trim()
    .max(rule.maxLength, { error })
    .superRefine(checkRule((text) => textError(text, rule)))
}

export const textField = (rule: TextRule) =>
  trimmedText(rule).min(1, rule.required && messageOf(rule.required))

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
    .string({ error: requiredMessage(rule) })
    .min(1, requiredMessage(rule))
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
    .union([z.string(), z.number()], { error: requiredMessage(rule) })
    .transform((input) => String(input).trim())
    .pipe(z.string().min(1, requiredMessage(rule)).superRefine(checkRule(rule)))
    .transform((text) => toDecimal(parseAmount(text) ?? 0))

/** The row version that the change started from, 0 if nothing was stored; a stale one is a conflict. */
export const versionField = z
  .number({ error: 'Please send the version that the change started from' })
  .int()
  .min(0)

export const agreedField = z.literal(true, { error: 'Please agree to the terms and conditions.' })

/** The first error of each field, with the code of its rule. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'request'
    errors[field] ??= issue.message
    // Of a blank text, the length is reported first and then, in the same words, the rule.
    const ofRule: FieldError | undefined = issue.code === 'custom' ? issue.params?.error : undefined
    if (ofRule && messageOf(ofRule) === errors[field]) errors[field] = ofRule
  }
  return errors
}

/** The optional Spanish of a text: null removes it, and if it is missing the stored one stays. */
export const spanishField = <T extends z.ZodType>(text: T) =>
  z.object({ text, outdated: z.boolean() }).nullable().optional()
