import type { Audience } from '@aftercare/domain/family-messages/audiences'
import { cancelError, MAX_MESSAGES_PER_DAY } from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { FeeChoice } from '@aftercare/domain/pricing/credits'
import { recordAudit } from '../audit/audit.queries'
import { lockOwnAccount } from '../auth/lock-account'
import { cancelDay } from '../cancelled-days/cancel-days'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import type { MonthRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import type { MessageRecipient } from '../mail-events/mail-events'
import { queueEvent } from '../mail-events/queue-events'
import { serializeMonth } from '../months/month-row'
import { countSubmissionsOf, findMonthForUpdate } from '../months/months.admin.queries'
import { dayInMonth, findMonthOf } from '../months/months.queries'
import { countLeft, listFamilies, type Recipient, storeMessage } from './family-messages.queries'

type FamilyMessage = {
  date: Day
  subject: string
  text: string
  cancelled: boolean
  fees: FeeChoice
  sentBy: string
}

/**
 * Emails every adult of each family of a day and cancels the day if requested, in one transaction. The month is locked
 * first, so that a concurrent registration either gets the email or is rejected.
 */
export async function sendMessage(tx: Tx, message: FamilyMessage, services: Services, viewer: Viewer) {
  const { date, cancelled, fees, sentBy } = message
  await lockMessages(tx)
  const before = cancelled ? await lockCancellable(tx, date, services) : null
  await lockOwnAccount(tx, sentBy)
  const month = before && (await cancel(tx, before, date, fees, services, viewer))
  const sent = await writeToFamilies(tx, { ...message, days: [date] }, services, viewer)
  if (!sent) throw new AppError('no-families', { date: formatWeekdayDate(date) })
  return { ...sent, month }
}

/** Before the month. Concurrent messages are counted one after the other. */
export const lockMessages = (tx: Tx) => acquireAdvisoryLock(tx, 'family messages')

type Written = Omit<FamilyMessage, 'date'> & { days: readonly Day[] }

/**
 * One email to every adult of each family of these days, however many of them are theirs; null if there is nobody to write
 * to. The caller has locked the messages, and their own account, which nobody deletes until the mail is queued.
 */
export async function writeToFamilies(
  tx: Tx,
  message: Written,
  services: Services,
  viewer: Viewer,
): Promise<{ id: string; families: number } | null> {
  const { cancelled, fees, days } = message
  const [day, ...other_days] = days
  if (day === undefined) return null
  await assertMayWrite(tx, services)
  const { families, recipients, byDay } = await listFamilies(tx, days)
  if (families.length === 0) return null
  const about = byDay.filter((on) => on.families > 0)
  const detail = {
    day,
    ...(other_days.length > 0 && { other_days }),
    cancelled,
    ...(cancelled && { fees }),
    families: families.length,
  }
  return queueMessage(tx, { ...message, about, recipients, detail }, services, viewer)
}

export async function assertMayWrite(tx: Tx, { clock }: Services): Promise<void> {
  if ((await countLeft(tx, clock.today())) === 0)
    throw new AppError('too-many-messages', { max: MAX_MESSAGES_PER_DAY })
}

type Queued<Detail> = Written & {
  about: readonly ({ families: number } & ({ day: Day } | { audience: Audience }))[]
  recipients: readonly Recipient[]
  detail: Detail
}

/** Stores the message and queues its mails. */
export async function queueMessage<Detail extends { families: number }>(
  tx: Tx,
  message: Queued<Detail>,
  services: Services,
  viewer: Viewer,
): Promise<{ id: string; families: number }> {
  const { subject, text, cancelled, fees, sentBy, days, detail } = message
  const { clock } = services
  const sent_at = clock.now().toISOString()
  const id = await storeMessage(
    tx,
    message.about.map((on) => ({
      ...on,
      subject,
      text,
      cancelled,
      sent_by: sentBy,
      sent_on: clock.today(),
      sent_at,
    })),
  )
  const event = {
    kind: 'family-message',
    id,
    days,
    subject,
    text,
    fees: cancelled ? fees : null,
    recipients: message.recipients.map(recipientFacts),
  } as const
  await queueEvent(tx, { event }, services)
  await recordAudit(tx, { services, viewer }, 'family-message.send', 'family_messages', id, detail)
  return { id, families: detail.families }
}

/** Locks the month of a day that can be cancelled. */
async function lockCancellable(tx: Tx, day: Day, { clock }: Services): Promise<MonthRow> {
  const found = await findMonthOf(tx, day)
  const before = found && (await findMonthForUpdate(tx, found.id))
  const reason = cancelError(day, clock.today(), before && dayInMonth(before, day))
  if (reason !== null || !before)
    throw new AppError('not-cancellable', { reason: reason ?? '' }, { fields: { cancelled: reason ?? '' } })
  return before
}

async function cancel(
  tx: Tx,
  before: MonthRow,
  day: Day,
  fees: FeeChoice,
  services: Services,
  viewer: Viewer,
) {
  const after = await cancelDay(tx, before, getDayParts(day).dayOfMonth, fees, { services, viewer })
  return { ...serializeMonth(after), submission_count: await countSubmissionsOf(tx, before.id) }
}

function recipientFacts({ accountId, submissionId, language = null, days }: Recipient): MessageRecipient {
  if (accountId) return { accountId, language, days }
  if (submissionId) return { submissionId, language, days }
  throw new Error('A family has neither an account nor a submission')
}
