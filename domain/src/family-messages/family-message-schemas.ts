import { z } from 'zod'
import type { TextRule } from '../lib/field-rules'
import { dayField, idField, textField } from '../lib/fields'
import { dayRule } from '../lib/value-rules'
import { FEE_CHOICES } from '../pricing/credits'
import { AUDIENCES, MONTH_REQUIRED } from './audiences'
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

const to = {
  audience: z.enum(AUDIENCES, 'Please choose whom to write to'),
  /** Only for the families of a month. */
  month_id: idField.optional(),
}

type To = { audience: (typeof AUDIENCES)[number]; month_id?: string | undefined }
const hasMonth = ({ audience, month_id }: To) => audience !== 'month' || month_id !== undefined
const monthMissing = { path: ['month_id'], message: MONTH_REQUIRED }

export const audienceSchema = z.object(to).refine(hasMonth, monthMissing)

/** A message from staff to the families of a month, to all active ones or to those who owe. */
export const audienceMessageSchema = messageSchema.extend(to).refine(hasMonth, monthMissing)

/** The same while it is being typed. */
export const audienceDraftSchema = z.object({
  ...to,
  subject: draftField(MESSAGE_RULES.subject),
  text: draftField(MESSAGE_RULES.text),
})
