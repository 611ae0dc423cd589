import { formatLongDate, formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { Language } from '@aftercare/domain/lib/language'
import { formatUsd } from '@aftercare/domain/lib/money'
import type { DropInEventMail, MailConfig } from '../mail'
import { MAIL_TEXTS } from '../texts/texts'
import type { ComposedContent } from './email-content'
import { familyFacts } from './programme-content'

/** Emails about a drop-in that is gone: their wording is fixed, and they lead nowhere. */
export function dropInEventContent(
  mail: DropInEventMail,
  config: MailConfig,
  language: Language,
): ComposedContent {
  if (mail.template === 'dropin-withdrawn-admin') return withdrawnForStaff(mail, config)
  const { facts } = mail
  const t = MAIL_TEXTS[language]
  const date = formatWeekdayDate(facts.day, language)
  const { title, intro } = mail.template === 'dropin-withdrawn' ? t.dropInWithdrawn : t.dropInDeclined
  const sentence = `${intro(isolate(facts.childName), date)} ${t.cancelled.noFee}`
  const message = 'message' in mail && mail.message ? [t.dropInDeclined.officeWrites, mail.message] : []
  return {
    subject: title(date),
    content: {
      width: 600,
      preheader: sentence,
      title: title(date),
      intro: [t.hello(isolate(facts.parentName)), sentence, ...message],
      facts: [
        { label: t.facts.child, value: facts.childName },
        { label: t.facts.date, value: formatLongDate(facts.day, language) },
      ],
      closing: [],
    },
  }
}

function withdrawnForStaff({ facts }: DropInEventMail, config: MailConfig): ComposedContent {
  const [childName, date] = [isolate(facts.childName), formatWeekdayDate(facts.day)]
  const what = `${isolate(facts.parentName)} withdrew the drop-in of ${childName} on ${date}.`
  return {
    subject: `Drop-in withdrawn: ${childName}, ${date}`,
    content: {
      width: 600,
      preheader: what,
      title: 'Drop-in withdrawn',
      intro: [what],
      facts: [
        { label: 'Child', value: facts.childName },
        ...familyFacts(facts),
        { label: 'Date', value: formatLongDate(facts.day) },
        { label: 'Fee before', value: formatUsd(facts.feeCents) },
      ],
      action: { label: 'Open the drop-ins', href: `${config.publicUrl}/admin/drop-ins` },
      closing: [],
    },
  }
}
