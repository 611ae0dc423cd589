import {
  allergiesText,
  CANCELLED_TODAY,
  DISMISSAL_LABELS,
  hasAllergies,
} from '@aftercare/domain/attendance/attendance'
import { formatLongDate, formatMonth } from '@aftercare/domain/lib/dates-format'
import { WEEKDAY_NAMES, weekday } from '@aftercare/domain/lib/days'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd } from '@aftercare/domain/lib/money'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { type PlaceholderValues, templateWidth } from '@aftercare/domain/mail/mail-templates'
import { dateInMonth, dayNumbers } from '@aftercare/domain/months/months'
import type { DailyReportMail, DropInMail, MailConfig, MonthlyMail, SubmissionEmailData } from '../mail'
import type { EmailContent, MailAction, MailFact } from './email-content'

/** The content without its preheader, which staff write, and the values that fill the placeholders. */
type ProgrammeContent = { values: PlaceholderValues; content: Omit<EmailContent, 'preheader' | 'closing'> }

/** "Tue 1, Thu 3": the weekday helps more than the number when the family plans its week. */
export function dayList(monthName: string, year: number, days: number[]): string {
  const month = { monthName, year }
  const inMonth = dayNumbers(month)
  const first = dateInMonth(month, 1)
  const before = first === null ? 0 : weekday(first) - 1
  return days
    .map((n) =>
      inMonth.includes(n) ? `${WEEKDAY_NAMES[(before + n) % 7]?.slice(0, 3)}\u00a0${n}` : String(n),
    )
    .join(', ')
}

/** Guests have no history page, so their emails have no button. */
export function parentAction(
  facts: SubmissionEmailData,
  label: string,
  config: MailConfig,
): { action?: MailAction } {
  return facts.isGuest ? {} : { action: { label, href: `${config.publicUrl}/history` } }
}

export function adminAction(facts: SubmissionEmailData, config: MailConfig): MailAction {
  const query = facts.submissionId ? `?id=${encodeURIComponent(facts.submissionId)}` : ''
  return { label: 'Open the submission', href: `${config.publicUrl}/admin/submissions${query}` }
}

export function familyFacts(facts: SubmissionEmailData): MailFact[] {
  return [
    { label: 'Parent', value: facts.isGuest ? `${isolate(facts.parentName)} (guest)` : facts.parentName },
    { label: 'Email', value: facts.parentEmail },
    ...(facts.parentPhone ? [{ label: 'Phone', value: facts.parentPhone }] : []),
    { label: 'Allergies', value: allergiesText(facts.allergies), alert: hasAllergies(facts.allergies) },
    ...(facts.notes?.trim() ? [{ label: 'Notes', value: facts.notes.trim() }] : []),
  ]
}

export function monthlyContent({ template, facts }: MonthlyMail, config: MailConfig): ProgrammeContent {
  const month = formatMonth(facts.monthName, facts.year)
  const totalFee = formatUsd(facts.totalFeeCents)
  const count = facts.selectedDays.length
  const child: MailFact = { label: 'Child', value: facts.childName }
  const registration: MailFact[] = [
    { label: 'Month', value: month },
    {
      label: pluralize(count, 'day'),
      value: dayList(facts.monthName, facts.year, facts.selectedDays),
    },
    { label: 'Total Fee', value: totalFee, strong: true },
  ]
  const [childName, parentName] = [isolate(facts.childName), isolate(facts.parentName)]
  const values = { month, childName, parentName, totalFee }
  const width = templateWidth(template)
  if (template === 'monthly-parent') {
    return {
      values,
      content: {
        width,
        title: `${childName} is registered for ${facts.monthName}`,
        intro: [
          `Hello ${parentName},`,
          'We received your registration. Fees are billed through our external billing system.',
        ],
        facts: [child, ...registration],
        ...parentAction(facts, 'See the registration', config),
      },
    }
  }
  return {
    values,
    content: {
      width,
      title: 'New registration',
      intro: [`${parentName} registered ${childName} for ${month}.`],
      facts: [child, ...familyFacts(facts), ...registration],
      action: adminAction(facts, config),
    },
  }
}

export function dropInContent({ template, facts }: DropInMail, config: MailConfig): ProgrammeContent {
  const date = formatLongDate(facts.day)
  const fee = formatUsd(facts.feeCents)
  const child: MailFact = { label: 'Child', value: facts.childName }
  const dropIn: MailFact[] = [
    { label: 'Date', value: date },
    ...(facts.dismissalType ? [{ label: 'Dismissal', value: DISMISSAL_LABELS[facts.dismissalType] }] : []),
    { label: 'Fee', value: fee, strong: true },
  ]
  const [childName, parentName] = [isolate(facts.childName), isolate(facts.parentName)]
  const values = { date, childName, parentName, fee }
  const width = templateWidth(template)
  if (template === 'dropin-parent') {
    return {
      values,
      content: {
        width,
        title: 'We have your drop-in request',
        intro: [
          `Hello ${parentName},`,
          `We have your request for ${childName} on ${date}. Fees are billed through our external billing system.`,
        ],
        facts: [child, ...dropIn],
        ...parentAction(facts, 'See the request', config),
      },
    }
  }
  return {
    values,
    content: {
      width,
      title: 'New drop-in request',
      intro: [`${parentName} requested a drop-in for ${childName} on ${date}.`],
      facts: [child, ...familyFacts(facts), ...dropIn],
      action: adminAction(facts, config),
    },
  }
}

export function dailyReportContent(
  { template, day, isCancelled, attendees }: DailyReportMail,
  config: MailConfig,
): ProgrammeContent {
  const date = formatLongDate(day)
  const count = attendees.length
  const withAllergies = attendees.filter((attendee) => hasAllergies(attendee.allergies)).length
  return {
    values: { date, totalCount: String(count) },
    content: {
      width: templateWidth(template),
      title: 'Daily Attendance Report',
      intro: [
        isCancelled
          ? `${date}: ${CANCELLED_TODAY}. 0 children are expected.`
          : `${date}: ${count === 1 ? '1 child is' : `${count || 'no'} children are`} expected${
              withAllergies > 0 ? `, ${withAllergies} with allergies` : ''
            }. Drop-ins requested later are on the day report in the Admin Portal.`,
      ],
      table: {
        columns: [
          { label: 'Child' },
          { label: 'Grade' },
          { label: 'Parent' },
          { label: 'Parent Email' },
          { label: 'Allergies', alert: true },
        ],
        rows: attendees.map((attendee) => [
          attendee.child_name,
          attendee.grade,
          attendee.parent_name,
          attendee.parent_email,
          attendee.allergies,
        ]),
        submissionIds: attendees.map(({ id }) => id ?? null),
        empty: isCancelled ? CANCELLED_TODAY : 'No children scheduled for this date',
      },
      action: { label: 'Open the day report', href: `${config.publicUrl}/admin/day-reports` },
    },
  }
}
