import { z } from 'zod'
import { sortedDayNumbers } from './days'
import {
  type FieldError,
  type FieldErrors,
  fieldError,
  messageOf,
  type Rule,
  type TextRule,
  textError,
} from './field-rules'
import { parseAmount, parseSum, toDecimal } from './money'

/** Schemas of form fields, from the rules that the browser checks too. */

/** A schema has room for an error's message only: its code is found by it. */
const codedErrors = new Map<string, FieldError>()

/** The message of an error, for a schema. */
export function issueMessage(error: FieldError): string {
  const message = messageOf(error)
  if (typeof error !== 'string') codedErrors.set(message, error)
  return message
}

export const checkRule = (rule: Rule) => (text: string, context: z.RefinementCtx) => {
  const error = rule(text)
  if (error !== undefined) context.addIssue({ code: 'custom', message: issueMessage(error) })
}

/** The rule's message for a blank or missing value. */
export const requiredMessage = (rule: Rule) => issueMessage(rule('') ?? '')

function trimmedText(rule: TextRule) {
  const error = ({ input }: { input?: unknown }) => issueMessage(textError(String(input), rule) ?? '')
  return z
    .string({ error: rule.required && issueMessage(rule.required) })
    .trim()
    .max(rule.maxLength, { error })
    .superRefine(checkRule((text) => textError(text, rule)))
}

export const textField = (rule: TextRule) => trimmedText(rule).min(1)

/** Null if omitted or blank. */
export const optionalTextField = (rule: TextRule) =>
  trimmedText(rule)
    .nullish()
    .transform((text) => text || null)

/** Lowercased: two spellings of one address are one person. */
export const emailField = (rule: TextRule) => textField(rule).toLowerCase()

export const idField = z.guid(issueMessage(fieldError('id-unknown', 'Unknown id')))

export const dayField = (rule: Rule) =>
  z
    .string({ error: requiredMessage(rule) })
    .min(1, requiredMessage(rule))
    .superRefine(checkRule(rule))

const DAY_REQUIRED = issueMessage(fieldError('day-required', 'Please select at least one day.'))
const DAYS_REPEATED = issueMessage(fieldError('days-repeated', 'Each day can be selected only once'))

/** Day numbers in ascending order; a repeated day is an error rather than a guess. */
export const selectedDaysField = z
  .array(z.number().int().min(1).max(31), { error: DAY_REQUIRED })
  .min(1, DAY_REQUIRED)
  .max(31)
  .refine((days) => new Set(days).size === days.length, DAYS_REPEATED)
  .transform((days) => sortedDayNumbers(days))

/** Turns a typed amount (string or number) into the decimal string that is stored: "22.5" → "22.50". */
export const amountField = (rule: Rule) =>
  z
    .union([z.string(), z.number()], { error: requiredMessage(rule) })
    .transform((input) => String(input).trim())
    .pipe(z.string().min(1, requiredMessage(rule)).superRefine(checkRule(rule)))
    .transform((text) => toDecimal(parseAmount(text) ?? 0))

const SHOWN_FEE = 'Please send an amount with at most two decimals'

/** The fee that a form showed, in cents: compared with the server's, never stored. */
export const shownFeeField = z
  .union([z.string(), z.number()], { error: SHOWN_FEE })
  .transform((input, context) => {
    const cents = parseSum(input)
    if (cents !== null) return cents
    context.addIssue({ code: 'custom', message: SHOWN_FEE })
    return z.NEVER
  })

/** The row version that the change started from, 0 if nothing was stored; a stale one is a conflict. */
export const versionField = z
  .number({
    error: issueMessage(
      fieldError('version-required', 'Please send the version that the change started from'),
    ),
  })
  .int()
  .min(0)

export const agreedField = z.literal(true, {
  error: issueMessage(fieldError('agreement-required', 'Please agree to the terms and conditions.')),
})

/** The first error of each field, with its code if it has one. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'request'
    errors[field] ??= codedErrors.get(issue.message) ?? issue.message
  }
  return errors
}

/** The optional Spanish of a text: null removes it, and if it is missing the stored one stays. */
export const spanishField = <T extends z.ZodType>(text: T) =>
  z.object({ text, outdated: z.boolean() }).nullable().optional()
