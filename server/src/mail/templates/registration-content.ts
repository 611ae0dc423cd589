import { formatMonth } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import type { MailConfig, RegistrationMail } from '../mail'
import type { EmailContent, MailFact } from './email-content'
import { adminAction, dayList, familyFacts, parentAction } from './programme-content'

const BILLING = 'Fees are billed through our external billing system.'

/** Emails about a registration that was changed later: their wording is fixed. */
export function registrationContent(
  { template, facts, before, changedBy }: RegistrationMail,
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

function changedFacts(
  { monthName, year, selectedDays, totalFeeCents }: RegistrationMail['facts'],
  before: RegistrationMail['before'],
): MailFact[] {
  const { days_added, days_removed } = buildEditEntry(before.days, selectedDays, '')
  const named = (days: number[], what: string): MailFact[] =>
    days.length === 0
      ? []
      : [{ label: `${pluralize(days.length, 'day')}${what}`, value: dayList(monthName, year, days) }]
  return [
    ...named(days_added, ' added'),
    ...named(days_removed, ' removed'),
    ...named(selectedDays, ' now'),
    { label: 'Fee before', value: formatUsd(before.feeCents) },
    { label: 'Total Fee', value: formatUsd(totalFeeCents), strong: true },
  ]
}
