import type { DailyReportAttendee, DismissalType } from '@aftercare/domain/attendance/attendance'
import type { MailTemplate } from '@aftercare/domain/mail/mail-templates'
import type { Clock } from '../clock'
import type { Config } from '../config'

export type Recipient = { address: string; name?: string | null }

/** What every mail needs to know about the programme. The whole configuration fits. */
export type MailConfig = Pick<Config, 'programName' | 'publicUrl' | 'contactEmail'>

/** What it takes to put a mail into the queue: its words and the time it is written. */
export type MailQueueContext = { config: MailConfig; clock: Pick<Clock, 'now'> }

export type MailLog = {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}

/** Anything that carries configuration, clock and a log, such as the app's services. */
export type MailContext = MailQueueContext & { log: MailLog }

/** What happened to somebody's two-step sign-in. */
export type TwoFactorEvent = 'on' | 'off' | 'reset' | 'new-codes' | 'recovery-used' | 'locked'

/** Mails about an account. `validForHours` is told to the reader, so pass the lifetime that the token really has. */
export type AccountMail =
  | { template: 'verification'; name: string; link: string; validForHours: number }
  | { template: 'recovery'; name: string; link: string; validForHours: number }
  | { template: 'invitation'; name: string; link: string; validForHours: number; invitedBy?: string }
  | { template: 'account-exists'; name: string }
  | { template: 'email-changed'; name: string; newEmail: string }
  | { template: 'password-changed'; name: string }
  | { template: 'two-step'; name: string; news: TwoFactorEvent }
  | { template: 'seat-opened'; name: string; day: string; monthId: string }

/** The stored row behind a submission mail, in the words that the mail shows. */
export type SubmissionEmailData = {
  submissionId: string | null
  parentName: string
  parentEmail: string
  parentPhone: string | null
  childName: string
  allergies: string | null
  notes: string | null
  isGuest: boolean
}

export type MonthlyMail = {
  template: 'monthly-parent' | 'monthly-admin'
  wording: MailTemplate
  facts: SubmissionEmailData & {
    monthName: string
    year: number
    selectedDays: number[]
    totalFeeCents: number
  }
}

export type DropInMail = {
  template: 'dropin-parent' | 'dropin-admin'
  wording: MailTemplate
  facts: SubmissionEmailData & { day: string; feeCents: number; dismissalType: DismissalType | null }
}

export type DailyReportMail = {
  template: 'daily-report'
  wording: MailTemplate
  day: string
  /** With the submission's id; samples have none. */
  attendees: (DailyReportAttendee & { id?: string })[]
}

/** Staff's own words to a family whose child is down for a day. */
export type FamilyMail = {
  template: 'family-message'
  name: string
  day: string
  subject: string
  text: string
}

export type ProgrammeMail = MonthlyMail | DropInMail | DailyReportMail

/** A test shows the sample data and says so. */
export type Mail = (AccountMail | ProgrammeMail | FamilyMail) & { isTest?: boolean }

export type RenderedMail = { subject: string; html: string; text: string }

/** Bodies with a one-time link are never shown to staff and are blanked once sent. */
const SECRET_TEMPLATES: ReadonlySet<string> = new Set(['verification', 'recovery', 'invitation'])

export const isSecretMail = (mail: Mail): boolean => SECRET_TEMPLATES.has(mail.template)
