import { formatMonth } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { Language } from '@aftercare/domain/lib/language'
import { formatUsd } from '@aftercare/domain/lib/money'
import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import type { CancelRequestMail, EditMail, FamilyEvent, MailConfig, RegistrationState } from '../mail'
import { MAIL_TEXTS } from '../texts/texts'
import type { ComposedContent, EmailContent, MailFact } from './email-content'
import { adminAction, dayList, familyFacts, parentAction } from './programme-content'

/** Emails about a registration that was changed later: their wording is fixed. */
export function editContent(
  { template, facts, before, changedBy }: EditMail,
  config: MailConfig,
  language: Language,
): ComposedContent {
  const t = MAIL_TEXTS[language]
  const month = formatMonth(facts.monthName, facts.year, language)
  const [childName, parentName] = [isolate(facts.childName), isolate(facts.parentName)]
  const change = t.changed.fee(formatUsd(facts.totalFeeCents), formatUsd(before.feeCents))
  const child = { label: t.facts.child, value: facts.childName }
  const changes = [{ label: t.facts.month, value: month }, ...changedFacts(facts, before, language)]
  if (template === 'registration-changed') {
    const title = t.changed.title(month)
    const what = changedBy ? t.changed.byStaff(childName) : t.changed.byFamily(childName)
    return {
      subject: title,
      content: {
        width: 600,
        preheader: `${what} ${change}`,
        title,
        intro: [t.hello(parentName), `${what} ${t.changed.billing}`],
        facts: [child, ...changes],
        ...parentAction(facts, t.seeRegistration, config),
        closing: [],
      },
    }
  }
  const what = `${isolate(changedBy ?? facts.parentName)} changed the days of ${childName} for ${month}.`
  return {
    subject: `Registration changed: ${childName}, ${month}`,
    content: {
      width: 600,
      preheader: `${what} ${change}`,
      title: 'Registration changed',
      intro: [what],
      facts: [child, ...familyFacts(facts), ...changes],
      action: adminAction(facts, config),
      closing: [],
    },
  }
}

type Facts = EditMail['facts']

function daysFact(
  { monthName, year }: Facts,
  days: number[],
  label: (count: number) => string,
  language: Language,
): MailFact[] {
  return days.length === 0
    ? []
    : [{ label: label(days.length), value: dayList(monthName, year, days, language) }]
}

/** The days that take place, then those that the programme cancelled. */
function bookedFacts(facts: Facts, label: (count: number) => string, language: Language): MailFact[] {
  const { selectedDays, cancelledDays = [] } = facts
  const isCancelled = (n: number) => cancelledDays.includes(n)
  const takePlace = selectedDays.filter((n) => !isCancelled(n))
  return [
    ...daysFact(facts, takePlace, label, language),
    ...daysFact(facts, selectedDays.filter(isCancelled), MAIL_TEXTS[language].facts.cancelled, language),
  ]
}

function changedFacts(facts: Facts, before: RegistrationState, language: Language): MailFact[] {
  const { selectedDays, totalFeeCents } = facts
  const t = MAIL_TEXTS[language].facts
  const { days_added, days_removed } = buildEditEntry(before.days, selectedDays, '')
  return [
    ...daysFact(facts, days_added, t.added, language),
    ...daysFact(facts, days_removed, t.removed, language),
    ...bookedFacts(facts, t.now, language),
    { label: t.feeBefore, value: formatUsd(before.feeCents) },
    { label: t.totalFee, value: formatUsd(totalFeeCents), strong: true },
  ]
}

/** What staff did, for the family. */
export function familyEventContent(
  mail: FamilyEvent & { facts: Facts },
  config: MailConfig,
  language: Language,
): ComposedContent {
  const { facts } = mail
  const t = MAIL_TEXTS[language]
  const month = formatMonth(facts.monthName, facts.year, language)
  const { title, sentences, changes } = eventTexts(mail, month, language)
  return {
    subject: title,
    content: {
      width: 600,
      preheader: sentences[0] ?? title,
      title,
      intro: [t.hello(isolate(facts.parentName)), ...sentences],
      facts: [
        { label: t.facts.child, value: facts.childName },
        { label: t.facts.month, value: month },
        ...changes,
        { label: t.facts.totalFee, value: formatUsd(facts.totalFeeCents), strong: true },
      ],
      ...parentAction(facts, t.seeRegistration, config),
      closing: [],
    },
  }
}

function eventTexts(mail: FamilyEvent & { facts: Facts }, month: string, language: Language) {
  const { facts } = mail
  const t = MAIL_TEXTS[language]
  const childName = isolate(facts.childName)
  switch (mail.template) {
    case 'registration-cancelled': {
      const isKept = facts.totalFeeCents > 0 && facts.totalFeeCents === mail.before.feeCents
      const { title, intro, feeKept, noFee, daysStay, daysFree, otherDaysFree } = t.cancelled
      const { days_removed, new_days } = buildEditEntry(mail.before.days, facts.selectedDays, '')
      const hasStaying = new_days.length > 0
      const fee = isKept ? feeKept : hasStaying ? daysStay(childName) : noFee
      return {
        title: title(month),
        sentences: [`${intro(childName, month)} ${fee}`, hasStaying ? otherDaysFree : daysFree],
        changes: [
          ...daysFact(facts, days_removed, t.facts.givenUp, language),
          ...daysFact(facts, new_days, t.facts.stay, language),
          { label: t.facts.feeBefore, value: formatUsd(mail.before.feeCents) },
        ],
      }
    }
    case 'cancellation-declined':
      return {
        title: t.declined.title(month),
        sentences: [t.declined.intro(childName, month), mail.answer],
        changes: bookedFacts(facts, t.days, language),
      }
    case 'registration-restored': {
      const { daysWithoutCare = [] } = mail
      return {
        title: t.restored.title(month),
        sentences: [t.restored.intro(childName, month), t.changed.billing],
        changes: [
          ...bookedFacts(facts, t.days, language),
          ...daysFact(facts, daysWithoutCare, t.facts.withoutCare, language),
        ],
      }
    }
  }
}

/** To staff, in English. */
export function cancelRequestContent(
  { facts, text }: CancelRequestMail,
  config: MailConfig,
): ComposedContent {
  const month = formatMonth(facts.monthName, facts.year)
  const what = `${isolate(facts.parentName)} asks to cancel the registration of ${isolate(facts.childName)} for ${month}.`
  const content: EmailContent = {
    width: 600,
    preheader: what,
    title: 'Asked to cancel',
    intro: [what, text, 'Nothing has changed yet: open the registration to cancel it or to decline.'],
    facts: [
      { label: 'Child', value: facts.childName },
      ...familyFacts(facts),
      { label: 'Month', value: month },
      ...bookedFacts(facts, MAIL_TEXTS.en.days, 'en'),
      { label: 'Total Fee', value: formatUsd(facts.totalFeeCents), strong: true },
    ],
    action: adminAction(facts, config),
    closing: [],
  }
  return { subject: `Asked to cancel: ${isolate(facts.childName)}, ${month}`, content }
}
