import { LANGUAGE_PARAM, type Language } from '@aftercare/domain/lib/language'
import { fillPlaceholders, fillSubject } from '@aftercare/domain/mail/mail-templates'
import { wordingFor } from '@aftercare/domain/mail/spanish-templates'
import type { Mail, MailConfig, ProgrammeMail, RenderedMail } from './mail'
import { oneLine } from './recipient'
import { accountContent } from './templates/account-content'
import { dropInEventContent } from './templates/drop-in-event-content'
import type { ComposedContent, EmailContent } from './templates/email-content'
import { familyMessageContent } from './templates/family-message-content'
import { renderHtml } from './templates/layout'
import { renderText } from './templates/plain-text'
import {
  dailyReportContent,
  dropInContent,
  monthlyContent,
  placeholderValues,
} from './templates/programme-content'
import { cancelRequestContent, editContent, familyEventContent } from './templates/registration-content'
import { staffAccountContent } from './templates/staff-account-content'
import { MAIL_TEXTS } from './texts/texts'

/** An email before rendering: everything that is decided when it is composed. */
export type ComposedMail = { subject: string; text: string; content: EmailContent }

/** A link opened in a browser in which no language was chosen shows the language of its email. */
export function linkInLanguage(href: string, language: Language): string {
  if (language === 'en') return href
  const url = new URL(href)
  url.searchParams.set(LANGUAGE_PARAM, language)
  return url.href
}

function withLanguage(content: EmailContent, language: Language): EmailContent {
  const { action } = content
  if (!action) return { language, ...content }
  return { language, ...content, action: { ...action, href: linkInLanguage(action.href, language) } }
}

export function composeMail(mail: Mail, config: MailConfig): ComposedMail {
  const { language = 'en' } = mail
  const { subject, content: worded } = contentOf(mail, config, language)
  const content = withLanguage(worded, language)
  return { subject: oneLine(subject), text: renderText(content, config), content }
}

export function renderMail(mail: Mail, config: MailConfig): RenderedMail {
  const { subject, text, content } = composeMail(mail, config)
  return { subject, text, html: renderHtml(content, config) }
}

function contentOf(mail: Mail, config: MailConfig, language: Language): ComposedContent {
  if ('wording' in mail) return templatedContent(mail, config, language)
  switch (mail.template) {
    case 'family-message':
      return familyMessageContent(mail, language)
    case 'registration-changed':
    case 'registration-changed-admin':
      return editContent(mail, config, language)
    case 'registration-cancelled':
    case 'registration-restored':
    case 'cancellation-declined':
      return familyEventContent(mail, config, language)
    case 'dropin-withdrawn':
    case 'dropin-withdrawn-admin':
    case 'dropin-approved':
    case 'dropin-declined':
      return dropInEventContent(mail, config, language)
    case 'cancellation-requested':
      return cancelRequestContent(mail, config)
    case 'invitation':
    case 'two-factor':
      return staffAccountContent(mail, config)
    default:
      return accountContent(mail, config, language)
  }
}

/** Fills the saved subject and preheader of a programme email. */
function templatedContent(
  mail: ProgrammeMail & { isTest?: boolean },
  config: MailConfig,
  language: Language,
): ComposedContent {
  const wording = wordingFor(mail.wording, language)
  const values = placeholderValues(mail, wording.language)
  const isOneChild = mail.template === 'daily-report' && mail.attendees.length === 1
  const agree = (text: string) => (isOneChild ? toSingular(text) : text)
  return {
    subject: agree(fillSubject(wording.subject, values)),
    content: {
      ...programmeContent(mail, config, language),
      preheader: agree(oneLine(fillPlaceholders(wording.preheader, values))),
      closing: mail.isTest ? [MAIL_TEXTS[language].test] : [],
    },
  }
}

/** Templates are written in the plural: "{{totalCount}} children are expected". */
const toSingular = (text: string) =>
  text.replace(/\b1 children are\b/g, '1 child is').replace(/\b1 children\b/g, '1 child')

function programmeContent(mail: ProgrammeMail, config: MailConfig, language: Language) {
  switch (mail.template) {
    case 'monthly-parent':
    case 'monthly-admin':
      return monthlyContent(mail, config, language)
    case 'dropin-parent':
    case 'dropin-admin':
      return dropInContent(mail, config, language)
    case 'daily-report':
      return dailyReportContent(mail, config)
  }
}
