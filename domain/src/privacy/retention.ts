import { addDays, addMonths, type Day } from '../lib/days'

const MIN_RETENTION_MONTHS = 12
const MAX_RETENTION_MONTHS = 84
export const MONTHS_RANGE = `Please enter a whole number from ${MIN_RETENTION_MONTHS} to ${MAX_RETENTION_MONTHS}`

/** Null: families who left are kept. */
export const retentionRule = (months: number | null): string | undefined =>
  months === null ||
  (Number.isInteger(months) && months >= MIN_RETENTION_MONTHS && months <= MAX_RETENTION_MONTHS)
    ? undefined
    : MONTHS_RANGE

/** Between the mail and the erasure. */
export const NOTICE_DAYS = 30
/** A mail that old, or one that could not be sent for that long, is sent again first. */
const NOTICE_VALID_DAYS = 180

export type FormerFamily = {
  /** The latest of the last booked day and payment, else of the sign-up; a sign-in after a mail counts too. */
  lastOn: Day
  /** When the mail was queued, and when it was sent to all. */
  queuedOn: Day | null
  mailedOn: Day | null
}

export type RetentionStep = 'none' | 'mail' | 'wait' | 'erase'

/** What is to be done about a family today. A mail from the future was sent while the clock was wrong. */
export function retentionStep(
  { lastOn, queuedOn, mailedOn }: FormerFamily,
  months: number,
  today: Day,
): RetentionStep {
  if (today < noticeDue(lastOn, months)) return 'none'
  const isValid = queuedOn !== null && queuedOn <= today && queuedOn > addDays(today, -NOTICE_VALID_DAYS)
  if (!isValid || (mailedOn !== null && mailedOn > today)) return 'mail'
  return mailedOn !== null && erasedOn({ lastOn, mailedOn }, months) <= today ? 'erase' : 'wait'
}

const noticeDue = (lastOn: Day, months: number): Day => addDays(addMonths(lastOn, months), -NOTICE_DAYS)

/** Never earlier than the months, nor than 30 days after the mail. */
export function erasedOn({ lastOn, mailedOn }: { lastOn: Day; mailedOn: Day }, months: number): Day {
  const [byMonths, byMail] = [addMonths(lastOn, months), addDays(mailedOn, NOTICE_DAYS)]
  return byMonths > byMail ? byMonths : byMail
}
