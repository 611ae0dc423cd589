import { z } from 'zod'
import type { TextRule } from '../lib/field-rules'
import { dayField, textField } from '../lib/fields'
import { dayRule } from '../lib/value-rules'
import { MESSAGE_RULES } from './family-messages'

const date = dayField(dayRule('Please choose a day'))

/** What staff write to the families of a day. */
export const familyMessageSchema = z.object({
  date,
  subject: textField(MESSAGE_RULES.subject),
  text: textField(MESSAGE_RULES.text),
  /** Aftercare is cancelled on that day. */
  cancelled: z.boolean().default(false),
})

const draftField = ({ maxLength, tooLong }: TextRule) =>
  z
    .string()
    .trim()
    .max(maxLength, tooLong ?? `Must be at most ${maxLength} characters`)
    .default('')

/** The same while it is being written. */
export const familyMessageDraftSchema = z.object({
  date,
  subject: draftField(MESSAGE_RULES.subject),
  text: draftField(MESSAGE_RULES.text),
})
