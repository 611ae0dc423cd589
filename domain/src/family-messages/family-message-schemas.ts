import { z } from 'zod'
import { isReadable, LIMITS } from '../lib/field-lengths'
import { dayField, multiLineText, singleLineText } from '../lib/fields'
import { MESSAGE_WORDS } from './family-messages'

const DAY_REQUIRED = 'Please choose a day'
const { subjectRequired, textRequired, textTooLong } = MESSAGE_WORDS

/** What staff write to the families of a day. */
export const familyMessageSchema = z.object({
  date: dayField(DAY_REQUIRED),
  subject: singleLineText(LIMITS.subject, subjectRequired).refine(isReadable, subjectRequired),
  text: multiLineText(LIMITS.message, textRequired, textTooLong).refine(isReadable, textRequired),
  /** Aftercare is cancelled on that day. */
  cancelled: z.boolean().default(false),
})

/** The same while it is being written. */
export const familyMessageDraftSchema = z.object({
  date: dayField(DAY_REQUIRED),
  subject: z.string().trim().max(LIMITS.subject, `Must be at most ${LIMITS.subject} characters`).default(''),
  text: z.string().trim().max(LIMITS.message, textTooLong).default(''),
})
