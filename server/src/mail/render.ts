import { fillPlaceholders, fillSubject } from '@aftercare/domain/mail/mail-templates'
import type { Mail, MailConfig, ProgrammeMail, RenderedMail } from './mail'
import { oneLine } from './recipient'
import { accountContent } from './templates/account-content'
import type { EmailContent } from './templates/email-content'
import { familyContent } from './templates/family-content'
import { renderHtml } from './templates/layout'
import { renderText } from './templates/plain-text'
import { dailyReportContent, dropInContent, monthlyContent } from './templates/programme-content'
import { editContent, familyEventContent, requestContent } from './templates/registration-content'

const TEST_NOTICE = 'This is a test email. The names and numbers in it are made up.'

/**
 * An email before rendering: everything that is decided when it is queued. `sentBy` is the account of an adult whom an
 * email to others names: `eraseMails` finds it by this.
 */
export type ComposedMail = { subject: string; text: string; content: EmailContent; sentBy?: string }

/** Cheap enough for the transaction of the change; the worker renders the HTML later. */
export function composeMail(mail: Mail, config: MailConfig): ComposedMail {
  const { subject, content } = contentOf(mail, config)
  const composed = { subject: oneLine(subject), text: renderText(content, config), content }
  return mail.template === 'family-invitation' ? { ...composed, sentBy: mail.sentBy } : composed
}

export function renderMail(mail: Mail, config: MailConfig): RenderedMail {
  const { subject, text, content } = composeMail(mail, config)
  return { subject, text, html: renderHtml(content, config) }
}

function contentOf(mail: Mail, config: MailConfig): { subject: string; content: EmailContent } {
  if ('wording' in mail) return templatedContent(mail, config)
  switch (mail.template) {
    case 'family-message':
      return familyContent(mail)
    case 'registration-changed':
    case 'registration-changed-admin':
      return editContent(mail, config)
    case 'registration-cancelled':
    case 'registration-restored':
    case 'cancellation-declined':
      return familyEventContent(mail, config)
    case 'cancellation-requested':
      return requestContent(mail, config)
    default:
      return accountContent(mail, config)
  }
}

/** Fills the saved subject and preheader of a programme email. */
function templatedContent(
  mail: ProgrammeMail & { isTest?: boolean },
  config: MailConfig,
): { subject: string; content: EmailContent } {
  const { values, content } = programmeContent(mail, config)
  const isOneChild = mail.template === 'daily-report' && mail.attendees.length === 1
  const agree = (text: string) => (isOneChild ? toSingular(text) : text)
  return {
    subject: agree(fillSubject(mail.wording.subject, values)),
    content: {
      ...content,
      preheader: agree(oneLine(fillPlaceholders(mail.wording.preheader, values))),
      closing: mail.isTest ? [TEST_NOTICE] : [],
    },
  }
}

/** Templates are written in the plural: "{{totalCount}} children are expected". */
const toSingular = (text: string) =>
  text.replace(/\b1 children are\b/g, '1 child is').replace(/\b1 children\b/g, '1 child')

function programmeContent(mail: ProgrammeMail, config: MailConfig) {
  switch (mail.template) {
    case 'monthly-parent':
    case 'monthly-admin':
      return monthlyContent(mail, config)
    case 'dropin-parent':
    case 'dropin-admin':
      return dropInContent(mail, config)
    case 'daily-report':
      return dailyReportContent(mail, config)
  }
}
