import { z } from 'zod'
import type { TextRule } from '../lib/field-rules'
import { dayField, textField } from '../lib/fields'
import { dayRule } from '../lib/value-rules'
import { FEE_CHOICES } from '../pricing/credits'
import { MESSAGE_RULES } from './family-messages'

const date = dayField(dayRule('Please choose a day'))

/** What staff write. */
export const messageSchema = z.object({
  subject: textField(MESSAGE_RULES.subject),
  text: textField(MESSAGE_RULES.text),
})

/** A message from staff to the families of a day. */
export const familyMessageSchema = messageSchema.extend({
  date,
  /** Also cancels aftercare on that day. */
  cancelled: z.boolean().default(false),
  fees: z.enum(FEE_CHOICES).default('keep'),
})

const draftField = ({ maxLength, tooLong }: TextRule) =>
  z
    .string()
    .trim()
    .max(maxLength, tooLong ?? `Must be at most ${maxLength} characters`)
    .default('')

/** The same while it is being typed. */
export const familyMessageDraftSchema = z.object({
  date,
  subject: draftField(MESSAGE_RULES.subject),
  text: draftField(MESSAGE_RULES.text),
  cancelled: z.boolean().default(false),
  fees: z.enum(FEE_CHOICES).default('keep'),
})
