import { z } from 'zod'
import { LIMITS } from '../lib/field-lengths'
import { emailField, multiLineText, optionalSingleLine, singleLineText } from '../lib/fields'
import {
  functionTemplateType,
  TEMPLATE_TYPES,
  type TemplateType,
  templateTypeOf,
} from '../mail/mail-templates'

const ITEMS_REQUIRED = 'All agreement items must have content'

export const agreementSchema = z.object({
  items: z
    .array(multiLineText(LIMITS.agreementItem, ITEMS_REQUIRED), { error: ITEMS_REQUIRED })
    .min(1, ITEMS_REQUIRED)
    .max(LIMITS.agreementItems, `Must be at most ${LIMITS.agreementItems} items`),
})

const templateSchema = z.object({
  subject: singleLineText(LIMITS.subject, 'Subject is required'),
  preheader: optionalSingleLine(LIMITS.preheader).transform((text) => text ?? ''),
})

export const emailTemplatesSchema = z.object({
  'monthly-parent': templateSchema,
  'monthly-admin': templateSchema,
  'dropin-parent': templateSchema,
  'dropin-admin': templateSchema,
  'daily-report': templateSchema,
} satisfies Record<TemplateType, typeof templateSchema>)

/** Test mails name the template with its first hyphen as an underscore. */
export const testMailSchema = z.object({
  templateType: z
    .string()
    .max(40)
    .transform((name, context): TemplateType => {
      const type = templateTypeOf(name)
      if (type) return type
      const known = TEMPLATE_TYPES.map(functionTemplateType).join(', ')
      context.addIssue({ code: 'custom', message: `Choose one of ${known}` })
      return z.NEVER
    }),
  testEmail: emailField('Please enter a test email address'),
})
