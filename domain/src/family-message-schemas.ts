import { z } from 'zod'
import { dayField, multiLineText, singleLineText } from './fields'
import { isReadable, LIMITS } from './limits'

const DAY_REQUIRED = 'Please choose a day'
const SUBJECT_REQUIRED = 'Please enter a subject'
const TEXT_REQUIRED = 'Please write a message'
const TEXT_TOO_LONG = 'The message must be at most 2,000 characters long'

/** What staff write to the families of a day. */
export const familyMessageSchema = z.object({
  date: dayField(DAY_REQUIRED),
  subject: singleLineText(LIMITS.subject, SUBJECT_REQUIRED).refine(isReadable, SUBJECT_REQUIRED),
  text: multiLineText(LIMITS.message, TEXT_REQUIRED, TEXT_TOO_LONG).refine(isReadable, TEXT_REQUIRED),
  /** Aftercare is cancelled on that day. */
  cancelled: z.boolean().default(false),
})

/** The same while it is being written. */
export const familyMessageDraftSchema = z.object({
  date: dayField(DAY_REQUIRED),
  subject: z.string().trim().max(LIMITS.subject, `Must be at most ${LIMITS.subject} characters`).default(''),
  text: z.string().trim().max(LIMITS.message, TEXT_TOO_LONG).default(''),
})
