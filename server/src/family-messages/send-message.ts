import { type Family, MAX_MESSAGES_PER_DAY } from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { recordAudit } from '../audit/audit.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import type { MailConfig } from '../mail/mail'
import { insertMails } from '../mail/outbox.queries'
import { composeMail } from '../mail/render'
import { cancelDay } from './cancel-day'
import { countSentOn, listFamilies, storeMessage } from './family-messages.queries'

type FamilyMessage = { date: Day; subject: string; text: string; cancelled: boolean; sentBy: string }

/**
 * Emails each family of a day and cancels the day if requested, in one transaction. The month is locked first, so that
 * a concurrent registration either gets the email or is rejected.
 */
export async function sendMessage(tx: Tx, message: FamilyMessage, services: Services, viewer: Viewer) {
  const { date, subject, text, cancelled, sentBy } = message
  const { clock } = services
  // Concurrent messages are counted one after the other.
  await acquireAdvisoryLock(tx, 'family messages')
  const month = cancelled ? await cancelDay(tx, date, services, viewer) : null
  if ((await countSentOn(tx, clock.today())) >= MAX_MESSAGES_PER_DAY)
    throw new AppError('too-many-messages', { max: MAX_MESSAGES_PER_DAY })
  const { families } = await listFamilies(tx, date)
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
  const entries = families.map((family) => entryFor(family, id, message, services.config))
  await insertMails(tx, entries, services)
  await recordAudit(tx, clock, viewer, {
    action: 'family-message.send',
    table: 'family_messages',
    rowId: id,
    detail: { day: date, cancelled, families: families.length },
  })
  return { id, families: families.length, month }
}

function entryFor(
  { email, name }: Family,
  id: string,
  { date, subject, text }: FamilyMessage,
  config: MailConfig,
) {
  const template = 'family-message'
  return {
    template,
    to: { address: email, name },
    composed: composeMail({ template, name, day: date, subject, text }, config),
    isSecret: false,
    dedupeKey: `family message ${id}`,
  } as const
}
