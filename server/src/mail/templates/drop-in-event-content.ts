import { formatLongDate, formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { Language } from '@aftercare/domain/lib/language'
import { formatUsd } from '@aftercare/domain/lib/money'
import type { DropInEventMail, MailConfig } from '../mail'
import { MAIL_TEXTS } from '../texts/texts'
import type { ComposedContent } from './email-content'
import { familyFacts, parentAction } from './programme-content'

type FamilyTemplate = Exclude<DropInEventMail['template'], 'dropin-withdrawn-admin'>

/** Emails about a drop-in that was answered or is gone: their wording is fixed. */
export function dropInEventContent(
  mail: DropInEventMail,
  config: MailConfig,
  language: Language,
): ComposedContent {
  if (mail.template === 'dropin-withdrawn-admin') return withdrawnForStaff(mail, config)
  const { facts } = mail
  const t = MAIL_TEXTS[language]
  const date = formatWeekdayDate(facts.day, language)
  const isApproved = mail.template === 'dropin-approved'
  const { title, intro } = wordingOf(mail.template, t)
  const reason = 'isDayCancelled' in mail && mail.isDayCancelled ? ` ${t.dropInDeclined.dayCancelled}` : ''
  const happened = intro(isolate(facts.childName), date) + reason
  const sentence = isApproved ? happened : `${happened} ${t.cancelled.noFee}`
  const message = 'message' in mail && mail.message ? [t.officeWrites, mail.message] : []
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
        ...(isApproved ? [{ label: t.facts.fee, value: formatUsd(facts.feeCents), strong: true }] : []),
      ],
      ...(isApproved && parentAction(facts, t.seeDropIn, config)),
      closing: [],
    },
  }
}

function wordingOf(template: FamilyTemplate, t: (typeof MAIL_TEXTS)['en']) {
  switch (template) {
    case 'dropin-withdrawn':
      return t.dropInWithdrawn
    case 'dropin-approved':
      return t.dropInApproved
    case 'dropin-declined':
      return t.dropInDeclined
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
        // A request that waited cost nothing yet.
        ...(facts.isWaiting ? [] : [{ label: 'Fee before', value: formatUsd(facts.feeCents) }]),
      ],
      action: { label: 'Open the drop-ins', href: `${config.publicUrl}/admin/drop-ins` },
      closing: [],
    },
  }
}
