import { compareAttendance, dailyReportAttendee } from '@aftercare/domain/attendance/attendance'
import { cancelledSubject, cancelledText } from '@aftercare/domain/family-messages/family-messages'
import type { Language } from '@aftercare/domain/lib/language'
import { countWaitingOn, listDetailedAttendance } from '../attendance/attendance.queries'
import type { Db, Tx } from '../db/client'
import type { MailEvent } from '../mail-events/mail-events'
import { accountMail } from './account-mail'
import { listAdminRecipients } from './admin-recipients.queries'
import { childChangedMails } from './child-changed-mails'
import { familyNewsMails } from './family-news-mails'
import { holdBackGuestMails } from './guest-mail-limit'
import type { MailContext } from './mail'
import { findMessageRecipients } from './message-recipients.queries'
import { type ClaimedEvent, insertMails, type OutboxEntry, removeEvent } from './outbox.queries'
import { composeTestMail } from './preview'
import { isAddressable } from './recipient'
import { composeMail } from './render'
import { readStoredTemplates } from './stored-templates.queries'
import { submissionMails } from './submission-mails'
import { MAIL_TEXTS } from './texts/texts'

type Of<Kind extends MailEvent['kind']> = Extract<MailEvent, { kind: Kind }>

/**
 * Replaces an event by its mails. Recipients are found now: the adults of the family as it is, at the addresses that they
 * have. The event goes first, so that whoever erases an account and waits for it then sees its mails.
 */
export const composeEvent = (db: Db, claimed: ClaimedEvent, context: MailContext): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await removeEvent(tx, claimed))) return
    const mails = (await mailsOf(tx, claimed, context)).filter((mail) => isAddressable(mail, context.log))
    const limited = await holdBackGuestMails(tx, claimed, mails, context.config)
    await insertMails(tx, claimed, limited, context.config)
  })

async function mailsOf(tx: Tx, claimed: ClaimedEvent, context: MailContext): Promise<OutboxEntry[]> {
  const { event } = claimed
  switch (event.kind) {
    case 'account':
      return accountMail(tx, claimed, event, context)
    case 'child-changed':
      return childChangedMails(tx, claimed, event, context)
    case 'family-invited':
    case 'family-joined':
      return familyNewsMails(tx, claimed, event, context)
    case 'family-message':
      return familyMessageMails(tx, event, context)
    case 'daily-report':
      return dailyReportMails(tx, event, context)
    case 'test':
      return testMail(tx, event, claimed, context)
    default:
      return submissionMails(tx, claimed, event, context)
  }
}

async function dailyReportMails(tx: Tx, { day }: Of<'daily-report'>, { config }: MailContext) {
  const admins = (await listAdminRecipients(tx)).filter((admin) => admin.wants.daily_attendance_report)
  const { sources, isCancelled } = await listDetailedAttendance(tx, day)
  const attendees = (isCancelled ? [] : sources)
    .map((source) => ({ source, id: source.id, child: source.childName }))
    .sort(compareAttendance)
    .map(({ source, id }) => ({ ...dailyReportAttendee(source), id }))
  const wording = (await readStoredTemplates(tx))['daily-report']
  const waiting = await countWaitingOn(tx, [day])
  const composed = composeMail(
    { template: 'daily-report', wording, day, isCancelled, attendees, waiting },
    config,
  )
  return admins.map((to) => ({
    template: 'daily-report',
    to,
    composed,
    accountId: to.id,
    dedupeKey: `daily report ${day}`,
  }))
}

async function testMail(
  tx: Tx,
  { templateType, language }: Of<'test'>,
  { to_email }: ClaimedEvent,
  { config }: MailContext,
) {
  const composed = composeTestMail(templateType, language, await readStoredTemplates(tx), config)
  return [{ template: templateType, to: { address: to_email }, composed, accountId: null }]
}

async function familyMessageMails(tx: Tx, event: Of<'family-message'>, { config }: MailContext) {
  const template = 'family-message'
  const recipients = await findMessageRecipients(tx, event.recipients)
  return recipients.map(({ accountId, email, name, language, days }) => ({
    template,
    to: { address: email, name },
    composed: composeMail(
      { template, name, days, ...wordsFor(event, language), fees: event.fees, language },
      config,
    ),
    accountId,
    dedupeKey: `family message ${event.id}`,
  }))
}

/** What was proposed to staff is translated; their own words stay as they are. */
function wordsFor(
  { days, subject, text }: Pick<Of<'family-message'>, 'days' | 'subject' | 'text'>,
  language: Language,
) {
  const t = MAIL_TEXTS[language].message
  return {
    subject: subject === cancelledSubject(days) ? t.cancelledSubject(days) : subject,
    text: text === cancelledText(days) ? t.cancelledText(days) : text,
  }
}
