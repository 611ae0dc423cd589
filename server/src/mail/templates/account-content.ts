import { changeCells, detailCells } from '@aftercare/domain/children/child-changes'
import { formatLongDate, formatMonth, formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { Language } from '@aftercare/domain/lib/language'
import type { FamilyAccountMail, MailConfig } from '../mail'
import { MAIL_TEXTS, type MailTexts } from '../texts/texts'
import type { ComposedContent, EmailContent } from './email-content'

const build = (subject: string, content: Omit<EmailContent, 'width'>): ComposedContent => ({
  subject,
  content: { width: 600, ...content },
})

/** "1 hour", "24 hours", "7 days" */
export const duration = (hours: number, t: MailTexts): string =>
  hours > 48 && hours % 24 === 0 ? t.days(hours / 24) : t.hours(hours)

export const greeting = (name: string, t: MailTexts) =>
  t.hello(name.trim() === '' ? '' : isolate(name.trim()))

/** To parents and, about their own account, to staff. */
export function accountContent(
  mail: FamilyAccountMail,
  config: MailConfig,
  language: Language,
): ComposedContent {
  const { publicUrl } = config
  const programName = config.program.name
  const t = MAIL_TEXTS[language]
  const hello = greeting('name' in mail ? mail.name : '', t)
  const validFor = 'validForHours' in mail ? duration(mail.validForHours, t) : ''

  switch (mail.template) {
    case 'verification': {
      const { subject, preheader, title, action } = t.verification
      const { intro, closing } = mail.isEmailChanged ? t.verification.changed : t.verification
      return build(subject(programName), {
        preheader,
        title,
        intro: [hello, intro(programName)],
        action: { label: action, href: mail.link, showAddress: true },
        closing: [closing(validFor)],
      })
    }
    case 'recovery': {
      const { subject, preheader, title, intro, action, closing } = t.recovery
      return build(subject(programName), {
        preheader: preheader(validFor),
        title,
        intro: [hello, intro],
        action: { label: action, href: mail.link, showAddress: true },
        closing: [closing(validFor)],
      })
    }
    case 'account-invitation': {
      const { subject, intro, action, closing } = t.accountInvitation
      const { preheader, title } =
        mail.cause === 'signed-up-again' ? t.accountInvitation.again : t.accountInvitation
      return build(subject(programName), {
        preheader,
        title,
        intro: [hello, intro[mail.cause](programName)],
        action: { label: action, href: mail.link, showAddress: true },
        closing: [closing(validFor)],
      })
    }
    case 'family-invitation': {
      const { preheader, title, action, closing, byOffice } = t.familyInvitation
      const { subject, intro } = mail.isByOffice ? byOffice : t.familyInvitation
      const inviter = isolate(mail.invitedBy)
      return build(subject(inviter, programName), {
        preheader,
        title,
        intro: [hello, intro(inviter, programName)],
        action: { label: action, href: mail.link, showAddress: true },
        closing: [closing(inviter, validFor)],
      })
    }
    case 'guest-confirmation': {
      const { subject, preheader, title, intro, action, closing, what } = t.guestConfirmation
      const request = mail.month
        ? what.registration(formatMonth(mail.month.name, mail.month.year, language))
        : what.dropIn(formatWeekdayDate(mail.day ?? '', language))
      const by = formatDateTime(mail.confirmBy, config.program.timeZone, language)
      return build(subject(request), {
        preheader: preheader(by),
        title,
        intro: [hello, intro(request, by)],
        action: { label: action, href: mail.link, showAddress: true },
        closing: [closing],
      })
    }
    case 'family-invited': {
      const { subject, preheader, title, intro, invitedAddress, action, closing } = t.familyInvited
      const inviter = mail.invitedBy === null ? t.theOffice : isolate(mail.invitedBy)
      return build(subject(inviter, programName), {
        preheader,
        title,
        intro: [hello, intro(inviter)],
        // `eraseMails` finds the address in this fact.
        facts: [{ label: invitedAddress, value: mail.email }],
        action: { label: action, href: `${publicUrl}/profile` },
        closing: [closing],
      })
    }
    case 'family-joined': {
      const { subject, preheader, title, intro, emailAddress, action, closing } = t.familyJoined
      const adult = isolate(mail.adult)
      return build(subject(adult, programName), {
        preheader,
        title,
        intro: [hello, intro(adult)],
        facts: [{ label: emailAddress, value: mail.email }],
        action: { label: action, href: `${publicUrl}/profile` },
        closing: [closing],
      })
    }
    case 'account-exists': {
      const { subject, preheader, title, intro, action, closing } = t.accountExists
      return build(subject(programName), {
        preheader,
        title,
        intro: [hello, intro],
        action: { label: action, href: `${publicUrl}/auth` },
        closing: [closing],
      })
    }
    case 'seat-opened': {
      const { subject, preheader, title, intro, action, closing } = t.seatOpened
      return build(subject(formatWeekdayDate(mail.day, language)), {
        preheader,
        title,
        intro: [hello, intro(formatLongDate(mail.day, language))],
        action: { label: action, href: `${publicUrl}/monthly-signup?month=${mail.monthId}` },
        closing: [closing],
      })
    }
    case 'child-changed': {
      const { columns, action, closing, added, byAdult } = t.childChanged
      const { title, preheader } = mail.isAdded ? added : mail.by === 'office' ? t.childChanged : byAdult
      const child = isolate(mail.childName)
      const intro =
        mail.by === 'office'
          ? (mail.isAdded ? added : t.childChanged).intro(child)
          : byAdult.intro(mail.by.adult === null ? byAdult.somebody : isolate(mail.by.adult), child)
      return build(title(child), {
        preheader,
        title: title(child),
        intro: [hello, intro],
        table: {
          columns: mail.isAdded
            ? [{ label: columns.detail }, { label: columns.now }]
            : [{ label: columns.detail }, { label: columns.before }, { label: columns.now }],
          rows: mail.changes.map((change) =>
            (mail.isAdded ? detailCells : changeCells)(change, t.childChanged),
          ),
          empty: '',
        },
        action: { label: action, href: `${publicUrl}/children` },
        closing: [closing],
      })
    }
    case 'email-changed': {
      const { subject, preheader, title, intro, newEmail, closing } = t.emailChanged
      return build(subject(programName), {
        preheader: preheader(mail.newEmail),
        title,
        intro: [hello, intro],
        facts: [{ label: newEmail, value: mail.newEmail }],
        closing: [closing],
      })
    }
    case 'account-erasure': {
      const { subject, preheader, title, intro, kept, action, closing } = t.accountErasure
      const day = formatLongDate(mail.erasedOn, language)
      return build(subject(programName), {
        preheader: preheader(day),
        title,
        intro: [hello, intro(programName, day), kept],
        action: { label: action, href: `${publicUrl}/auth` },
        closing: [closing],
      })
    }
    case 'password-changed': {
      const { subject, preheader, title, intro, closing, check } = t.passwordChanged
      return build(subject(programName), {
        preheader,
        title,
        intro: [hello, intro],
        closing: [closing, check],
      })
    }
  }
}
