import { CANCELLED_TODAY } from '@aftercare/domain/attendance/attendance'
import { allergiesText, hasAllergies } from '@aftercare/domain/children/allergies'
import {
  formatLongDate,
  formatMonth,
  formatMonthName,
  weekdayShort,
} from '@aftercare/domain/lib/dates-format'
import { weekday } from '@aftercare/domain/lib/days'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { Language } from '@aftercare/domain/lib/language'
import { formatUsd } from '@aftercare/domain/lib/money'
import { type PlaceholderValues, templateWidth } from '@aftercare/domain/mail/mail-templates'
import { dateInMonth, dayNumbers } from '@aftercare/domain/months/months'
import type {
  DailyReportMail,
  DropInMail,
  MailConfig,
  MonthlyMail,
  ProgrammeMail,
  SubmissionEmailData,
} from '../mail'
import { MAIL_TEXTS } from '../texts/texts'
import type { EmailContent, MailAction, MailFact } from './email-content'

/** The content without its preheader, which staff write. */
type ProgrammeContent = Omit<EmailContent, 'preheader' | 'closing'>

/** What fills the placeholders in a subject and preheader of that language. */
export function placeholderValues(mail: ProgrammeMail, language: Language): PlaceholderValues {
  if (mail.template === 'daily-report')
    return { date: formatLongDate(mail.day, language), totalCount: String(mail.attendees.length) }
  const { facts } = mail
  const names = { childName: isolate(facts.childName), parentName: isolate(facts.parentName) }
  return 'day' in facts
    ? { ...names, date: formatLongDate(facts.day, language), fee: formatUsd(facts.feeCents) }
    : {
        ...names,
        month: formatMonth(facts.monthName, facts.year, language),
        totalFee: formatUsd(facts.totalFeeCents),
      }
}

/** "Tue 1, Thu 3": the weekday helps more than the number when the family plans its week. */
export function dayList(monthName: string, year: number, days: number[], language: Language): string {
  const month = { monthName, year }
  const inMonth = dayNumbers(month)
  const first = dateInMonth(month, 1)
  const before = first === null ? 0 : weekday(first) - 1
  return days
    .map((n) => (inMonth.includes(n) ? `${weekdayShort((before + n) % 7, language)}\u00a0${n}` : String(n)))
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

export function monthlyContent(
  { template, facts }: MonthlyMail,
  config: MailConfig,
  language: Language,
): ProgrammeContent {
  const t = MAIL_TEXTS[language]
  const child: MailFact = { label: t.facts.child, value: facts.childName }
  const registration: MailFact[] = [
    { label: t.facts.month, value: formatMonth(facts.monthName, facts.year, language) },
    {
      label: t.days(facts.selectedDays.length),
      value: dayList(facts.monthName, facts.year, facts.selectedDays, language),
    },
    { label: t.facts.totalFee, value: formatUsd(facts.totalFeeCents), strong: true },
  ]
  const [childName, parentName] = [isolate(facts.childName), isolate(facts.parentName)]
  const width = templateWidth(template)
  if (template === 'monthly-parent') {
    return {
      width,
      title: t.registered.title(childName, formatMonthName(facts.monthName, language)),
      intro: [t.hello(parentName), t.registered.intro],
      facts: [child, ...registration],
      ...parentAction(facts, t.seeRegistration, config),
    }
  }
  const month = formatMonth(facts.monthName, facts.year)
  return {
    width,
    title: 'New registration',
    intro: [`${parentName} registered ${childName} for ${month}.`],
    facts: [child, ...familyFacts(facts), ...registration],
    action: adminAction(facts, config),
  }
}

export function dropInContent(
  { template, facts }: DropInMail,
  config: MailConfig,
  language: Language,
): ProgrammeContent {
  const t = MAIL_TEXTS[language]
  const date = formatLongDate(facts.day, language)
  const label = facts.hasSiblings ? t.facts.children : t.facts.child
  const child: MailFact = { label, value: facts.childName }
  const dropIn: MailFact[] = [
    { label: t.facts.date, value: date },
    ...(facts.dismissalType
      ? [{ label: t.facts.dismissal, value: t.facts.dismissals[facts.dismissalType] }]
      : []),
    {
      label: facts.isWaiting ? t.facts.feeOnceApproved : t.facts.fee,
      value: formatUsd(facts.feeCents),
      strong: true,
    },
  ]
  const [childName, parentName] = [isolate(facts.childName), isolate(facts.parentName)]
  const width = templateWidth(template)
  if (template === 'dropin-parent') {
    return {
      width,
      title: t.dropIn.title,
      intro: [t.hello(parentName), (facts.isWaiting ? t.dropIn.waiting : t.dropIn.intro)(childName, date)],
      facts: [child, ...dropIn],
      ...parentAction(facts, t.seeDropIn, config),
    }
  }
  return {
    width,
    title: 'New drop-in request',
    intro: [
      `${parentName} requested a drop-in for ${childName} on ${date}.${facts.isWaiting ? ' It waits for your approval.' : ''}`,
    ],
    facts: [child, ...familyFacts(facts), ...dropIn],
    action: adminAction(facts, config),
  }
}

export function dailyReportContent(
  { template, day, isCancelled, attendees, waiting = 0 }: DailyReportMail,
  config: MailConfig,
): ProgrammeContent {
  const date = formatLongDate(day)
  const count = attendees.length
  const withAllergies = attendees.filter((attendee) => hasAllergies(attendee.allergies)).length
  return {
    width: templateWidth(template),
    title: 'Daily Attendance Report',
    intro: [
      isCancelled
        ? `${date}: ${CANCELLED_TODAY}. 0 children are expected.`
        : `${date}: ${count === 1 ? '1 child is' : `${count || 'no'} children are`} expected${
            withAllergies > 0 ? `, ${withAllergies} with allergies` : ''
          }. Drop-ins requested later are on the day report in the Admin Portal.`,
      // Without names: they would have to be erased.
      ...(waiting > 0 ? [waitingText(waiting, isCancelled === true)] : []),
    ],
    table: {
      // Stored reports are erased by this order: `redactReport`.
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
  }
}

function waitingText(count: number, isCancelled: boolean): string {
  const requests = count === 1 ? '1 drop-in request for today is' : `${count} drop-in requests for today are`
  return isCancelled ? `${requests} still waiting to be declined.` : `${requests} waiting for approval.`
}
