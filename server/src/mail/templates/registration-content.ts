import { formatMonth } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import type { EditMail, FamilyEvent, MailConfig, RegistrationState, RequestMail } from '../mail'
import type { EmailContent, MailFact } from './email-content'
import { adminAction, dayList, familyFacts, parentAction } from './programme-content'

const BILLING = 'Fees are billed through our external billing system.'

/** Emails about a registration that was changed later: their wording is fixed. */
export function editContent(
  { template, facts, before, changedBy }: EditMail,
  config: MailConfig,
): { subject: string; content: EmailContent } {
  const month = formatMonth(facts.monthName, facts.year)
  const [childName, parentName] = [isolate(facts.childName), isolate(facts.parentName)]
  const change = `Total fee: ${formatUsd(facts.totalFeeCents)}, before: ${formatUsd(before.feeCents)}.`
  const changes = [{ label: 'Month', value: month }, ...changedFacts(facts, before)]
  if (template === 'registration-changed') {
    const title = `Your registration for ${month} was changed`
    const what = changedBy
      ? `The aftercare office changed the days of ${childName}.`
      : `We saved your changes to the days of ${childName}.`
    return {
      subject: title,
      content: {
        width: 600,
        preheader: `${what} ${change}`,
        title,
        intro: [`Hello ${parentName},`, `${what} ${BILLING}`],
        facts: [{ label: 'Child', value: facts.childName }, ...changes],
        ...parentAction(facts, 'See the registration', config),
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
      facts: [{ label: 'Child', value: facts.childName }, ...familyFacts(facts), ...changes],
      action: adminAction(facts, config),
      closing: [],
    },
  }
}

type Facts = EditMail['facts']

const daysFact = ({ monthName, year }: Facts, days: number[], what: string): MailFact[] =>
  days.length === 0
    ? []
    : [{ label: `${pluralize(days.length, 'day')}${what}`, value: dayList(monthName, year, days) }]

/** The days that take place, then those that the programme cancelled. */
function bookedFacts(facts: Facts, what: string): MailFact[] {
  const { selectedDays, cancelledDays = [] } = facts
  const isCancelled = (n: number) => cancelledDays.includes(n)
  return [
    ...daysFact(
      facts,
      selectedDays.filter((n) => !isCancelled(n)),
      what,
    ),
    ...daysFact(facts, selectedDays.filter(isCancelled), ' cancelled'),
  ]
}

function changedFacts(facts: Facts, before: RegistrationState): MailFact[] {
  const { selectedDays, totalFeeCents } = facts
  const { days_added, days_removed } = buildEditEntry(before.days, selectedDays, '')
  const named = (days: number[], what: string) => daysFact(facts, days, what)
  return [
    ...named(days_added, ' added'),
    ...named(days_removed, ' removed'),
    ...bookedFacts(facts, ' now'),
    { label: 'Fee before', value: formatUsd(before.feeCents) },
    { label: 'Total Fee', value: formatUsd(totalFeeCents), strong: true },
  ]
}

/** What staff did, for the family. */
export function familyEventContent(
  mail: FamilyEvent & { facts: Facts },
  config: MailConfig,
): { subject: string; content: EmailContent } {
  const { facts } = mail
  const month = formatMonth(facts.monthName, facts.year)
  const childName = isolate(facts.childName)
  const { title, sentences, changes } = eventTexts(mail, month, childName)
  return {
    subject: title,
    content: {
      width: 600,
      preheader: sentences[0] ?? title,
      title,
      intro: [`Hello ${isolate(facts.parentName)},`, ...sentences],
      facts: [
        { label: 'Child', value: facts.childName },
        { label: 'Month', value: month },
        ...changes,
        { label: 'Total Fee', value: formatUsd(facts.totalFeeCents), strong: true },
      ],
      ...parentAction(facts, 'See the registration', config),
      closing: [],
    },
  }
}

function eventTexts(mail: FamilyEvent & { facts: Facts }, month: string, childName: string) {
  const { facts } = mail
  switch (mail.template) {
    case 'registration-cancelled': {
      const isKept = facts.totalFeeCents > 0 && facts.totalFeeCents === mail.before.feeCents
      const fee = isKept ? 'The fee stays as it was.' : 'There is no fee.'
      return {
        title: `Your registration for ${month} was cancelled`,
        sentences: [
          `The aftercare office cancelled the registration of ${childName} for ${month}. ${fee}`,
          'Its days are free for other families. Payments already made stay recorded.',
        ],
        changes: [
          ...daysFact(facts, mail.before.days, ' given up'),
          { label: 'Fee before', value: formatUsd(mail.before.feeCents) },
        ],
      }
    }
    case 'cancellation-declined':
      return {
        title: `Your registration for ${month} was not cancelled`,
        sentences: [
          `You asked us to cancel the registration of ${childName} for ${month}. It stays as it is. This is what the office writes:`,
          mail.answer,
        ],
        changes: bookedFacts(facts, ''),
      }
    case 'registration-restored':
      return {
        title: `Your registration for ${month} is back`,
        sentences: [
          `The aftercare office undid the cancellation: ${childName} is registered for ${month} as before.`,
          BILLING,
        ],
        changes: bookedFacts(facts, ''),
      }
  }
}

export function requestContent({ facts, text }: RequestMail, config: MailConfig) {
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
      ...bookedFacts(facts, ''),
      { label: 'Total Fee', value: formatUsd(facts.totalFeeCents), strong: true },
    ],
    action: adminAction(facts, config),
    closing: [],
  }
  return { subject: `Asked to cancel: ${isolate(facts.childName)}, ${month}`, content }
}
