import { z } from 'zod'
import { checkRule, emailField, optionalTextField, requiredMessage, textField } from '../lib/fields'
import { canonicalTimeZone, PROGRAM_RULES } from './program-details'

export const programSchema = z.object({
  name: textField(PROGRAM_RULES.name),
  contact_email: emailField(PROGRAM_RULES.contact_email),
  contact_phone: optionalTextField(PROGRAM_RULES.contact_phone),
  time_zone: z
    .string({ error: requiredMessage(PROGRAM_RULES.time_zone) })
    .superRefine(checkRule(PROGRAM_RULES.time_zone))
    .transform((zone) => canonicalTimeZone(zone)),
})
