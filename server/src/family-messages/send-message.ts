import {
  cancelError,
  type FamilyContact,
  MAX_MESSAGES_PER_DAY,
} from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { FeeChoice } from '@aftercare/domain/pricing/credits'
import { recordAudit } from '../audit/audit.queries'
import { lockOwnAccount } from '../auth/lock-account'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import type { MonthRow } from '../db/tables'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import type { MailConfig } from '../mail/mail'
import { insertMails } from '../mail/outbox.queries'
import { composeMail } from '../mail/render'
import { cancelDay } from '../months/cancel-days'
import { serializeMonth } from '../months/month-row'
import { countSubmissionsOf, findMonthForUpdate } from '../months/months.admin.queries'
import { dayInMonth, findMonthOf } from '../months/months.queries'
import { countSentOn, listFamilies, storeMessage } from './family-messages.queries'

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
  const { date, subject, text, cancelled, fees, sentBy } = message
  const { clock } = services
  // Concurrent messages are counted one after the other, and nobody deletes their account until the mail is queued.
  await acquireAdvisoryLock(tx, 'family messages')
  const before = cancelled ? await lockCancellable(tx, date, services) : null
  await lockOwnAccount(tx, sentBy)
  const month = before && (await cancel(tx, before, date, fees, services, viewer))
  if ((await countSentOn(tx, clock.today())) >= MAX_MESSAGES_PER_DAY)
    throw new AppError('too-many-messages', { max: MAX_MESSAGES_PER_DAY })
  const { families, recipients } = await listFamilies(tx, date)
  if (families.length === 0) throw new AppError('no-families', { date: formatWeekdayDate(date) })
  const id = await storeMessage(tx, {
    day: date,
    subject,
    text,
    cancelled,
    families: families.length,
    sent_by: sentBy,
    sent_on: clock.today(),
    sent_at: clock.now().toISOString(),
  })
  const entries = recipients.map((family) => entryFor(family, id, message, services.config))
  await insertMails(tx, entries, services)
  await recordAudit(tx, clock, viewer, {
    action: 'family-message.send',
    table: 'family_messages',
    rowId: id,
    detail: { day: date, cancelled, ...(cancelled && { fees }), families: families.length },
  })
  return { id, families: families.length, month }
}

/** Locks the month of a day that can be cancelled. */
async function lockCancellable(tx: Tx, day: Day, { clock }: Services): Promise<MonthRow> {
  const found = await findMonthOf(tx, day)
  const before = found && (await findMonthForUpdate(tx, found.id))
  const reason = cancelError(day, clock.today(), before && dayInMonth(before, day))
  if (reason !== null || !before)
    throw new AppError('not-cancellable', { reason: reason ?? '' }, { cancelled: reason ?? '' })
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
  const after = await cancelDay(tx, before, getDayParts(day).dayOfMonth, fees, services, viewer)
  return { ...serializeMonth(after), submission_count: await countSubmissionsOf(tx, before.id) }
}

function entryFor(
  { email, name, language }: FamilyContact,
  id: string,
  { date, subject, text, cancelled, fees }: FamilyMessage,
  config: MailConfig,
) {
  const template = 'family-message'
  return {
    template,
    to: { address: email, name },
    composed: composeMail(
      {
        template,
        name,
        day: date,
        subject,
        text,
        fees: cancelled ? fees : null,
        language: language ?? 'en',
      },
      config,
    ),
    isSecret: false,
    dedupeKey: `family message ${id}`,
  } as const
}
