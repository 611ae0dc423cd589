import { z } from 'zod'
import { emailField, optionalTextField, textField } from '../lib/fields'
import { canonicalTimeZone, PROGRAM_RULES } from './program-details'

export const programSchema = z.object({
  name: textField(PROGRAM_RULES.name),
  contact_email: emailField(PROGRAM_RULES.contact_email),
  contact_phone: optionalTextField(PROGRAM_RULES.contact_phone),
  time_zone: z.string({ error: PROGRAM_RULES.time_zone('') }).transform((zone, context) => {
    const message = PROGRAM_RULES.time_zone(zone)
    if (message === undefined) return canonicalTimeZone(zone)
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }),
})
