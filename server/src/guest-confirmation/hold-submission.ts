import { randomUUID } from 'node:crypto'
import {
  confirmationExpiry,
  readGuestConfirmation,
} from '@aftercare/domain/guest-confirmation/guest-confirmation'
import { MAX_GUEST_MAILS_PER_DAY, normaliseEmail } from '@aftercare/domain/submissions/guests'
import { z } from '@hono/zod-openapi'
import type { Queryable, Tx } from '../db/client'
import { findSetting } from '../db/settings'
import type { MonthRow } from '../db/tables'
import { AppError } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import type { Services } from '../http/context'
import { hasReachedGuestMailLimit } from '../mail/guest-mail-limit'
import { queueEvent } from '../mail-events/queue-events'
import { CONFIRMATION_PAGE } from '../redact-secret-urls'
import { hashSecret, newSecret } from '../secrets'
import type { NewSubmission } from '../submissions/submissions.queries'
import { insertUnconfirmed } from './unconfirmed.queries'

/** The answer to a guest whose email has to be confirmed first. */
export const heldSubmission = z.object({
  /** Until when the link in the mail confirms it. */
  confirm_by: z.string(),
  dropin_date: z.string().nullable(),
  selected_days: z.array(z.number().int()),
  total_fee: z.number(),
})

export type HeldSubmission = z.infer<typeof heldSubmission>

export const guestsMustConfirm = async (db: Queryable): Promise<boolean> =>
  readGuestConfirmation(await findSetting(db, 'guest_confirmation')).required

/**
 * Stores what a guest sent apart from submissions, so that nothing that reads those has to leave it out. It takes its seats
 * (the trigger `count_seats`) until the link in the mail is used or its hour is over.
 */
export async function holdSubmission(
  tx: Tx,
  services: Pick<Services, 'clock' | 'config'>,
  submission: NewSubmission & { guest_parent_email?: string | null },
  month: Pick<MonthRow, 'month_name' | 'year'> | null,
): Promise<HeldSubmission> {
  const { clock, config } = services
  const { month_id = null, dropin_date = null, selected_days, total_fee_cents, language = 'en' } = submission
  const now = clock.now()
  const confirm_by = confirmationExpiry(now).toISOString()
  const email = normaliseEmail(submission.guest_parent_email ?? '')
  // Its link would not be sent, and what nobody can confirm is dropped.
  if (await hasReachedGuestMailLimit(tx, email, now.toISOString(), config.program.timeZone))
    throw new AppError('too-many-guest-mails', { max: MAX_GUEST_MAILS_PER_DAY })
  const secret = newSecret()
  await insertUnconfirmed(tx, {
    id: randomUUID(),
    token_hash: hashSecret(secret),
    month_id,
    selected_days,
    dropin_date,
    submission,
    guest_key: email,
    created_at: now.toISOString(),
    expires_at: confirm_by,
  })
  const mail = {
    template: 'guest-confirmation',
    link: `${config.publicUrl}${CONFIRMATION_PAGE}${secret}`,
    confirmBy: confirm_by,
    month: month && { name: month.month_name, year: month.year },
    day: dropin_date,
  } as const
  await queueEvent(tx, { event: { kind: 'account', mail, language }, to: email }, services)
  return { confirm_by, dropin_date, selected_days, total_fee: centsToDollars(total_fee_cents) }
}
