import { z } from 'zod'
import { MAX_LENGTH } from '../lib/field-lengths'
import { emailField, optionalTextField, spanishField, textField } from '../lib/fields'
import { LANGUAGES } from '../lib/language'
import {
  functionTemplateType,
  TEMPLATE_RULES,
  TEMPLATE_TYPES,
  type TemplateType,
  templateTypeOf,
  testEmailRule,
} from '../mail/mail-templates'
import type { FamilyTemplateType } from '../mail/spanish-templates'
import { AGREEMENT_ITEMS_REQUIRED, agreementItemRule } from './agreements'

const itemsField = z
  .array(textField(agreementItemRule), { error: AGREEMENT_ITEMS_REQUIRED })
  .min(1, AGREEMENT_ITEMS_REQUIRED)
  .max(MAX_LENGTH.agreementItems, `Must be at most ${MAX_LENGTH.agreementItems} items`)

export const agreementSchema = z.object({ items: itemsField })
export const spanishItemsSchema = spanishField(itemsField)

const templateSchema = z.object({
  subject: textField(TEMPLATE_RULES.subject),
  preheader: optionalTextField(TEMPLATE_RULES.preheader).transform((text) => text ?? ''),
})

export const emailTemplatesSchema = z.object({
  'monthly-parent': templateSchema,
  'monthly-admin': templateSchema,
  'dropin-parent': templateSchema,
  'dropin-admin': templateSchema,
  'daily-report': templateSchema,
} satisfies Record<TemplateType, typeof templateSchema>)

export const spanishTemplatesSchema = z
  .object({
    'monthly-parent': spanishField(templateSchema),
    'dropin-parent': spanishField(templateSchema),
  } satisfies Record<FamilyTemplateType, z.ZodType>)
  .optional()

/** Test emails name the template with an underscore for its first hyphen. */
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
  testEmail: emailField(testEmailRule),
  language: z.enum(LANGUAGES).optional(),
})
