import type { DailyReportAttendee, DismissalType } from '@aftercare/domain/attendance/attendance'
import type { ChildChange } from '@aftercare/domain/children/child-changes'
import type { StaffRole } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import type { TemplateWording } from '@aftercare/domain/mail/spanish-templates'
import type { FeeChoice } from '@aftercare/domain/pricing/credits'
import type { Config } from '../config'
import type { Log } from '../log'

export type Recipient = { address: string; name?: string | null }

/** What every email needs to know about the programme. */
export type MailConfig = Pick<Config, 'program' | 'publicUrl'>

export type MailContext = { config: MailConfig; log: Log }

export type TwoFactorEvent = 'on' | 'off' | 'reset' | 'new-codes' | 'recovery-used' | 'locked'

/** Emails about a parent's account. `validForHours` is shown, so pass the token's actual lifetime. */
export type FamilyAccountMail =
  | {
      template: 'verification'
      name: string
      link: string
      validForHours: number
      /** By staff; else the account was just created. */
      isEmailChanged?: boolean
    }
  | { template: 'recovery'; name: string; link: string; validForHours: number }
  /**
   * For a parent's account that staff created: `signed-up` if somebody tried to sign up at its address. `signed-up-again`
   * after sign-ups with different passwords, of which none works.
   */
  | {
      template: 'account-invitation'
      name: string
      link: string
      validForHours: number
      cause: 'invited' | 'signed-up' | 'signed-up-again'
    }
  /** To somebody whose name is not known. */
  | {
      template: 'family-invitation'
      invitedBy: string
      /** Staff invited, into the family of `invitedBy`. */
      isByOffice?: boolean
      link: string
      validForHours: number
    }
  /** To whatever address a guest typed: names nobody. For a registration or a drop-in. */
  | {
      template: 'guest-confirmation'
      link: string
      confirmBy: string
      month: { name: string; year: number } | null
      day: string | null
    }
  /** To the other adults of the family, about somebody who was invited into it, or who joined. Null for staff. */
  | { template: 'family-invited'; name: string; invitedBy: string | null; email: string }
  | { template: 'family-joined'; name: string; adult: string; email: string }
  | { template: 'account-exists'; name: string }
  | { template: 'email-changed'; name: string; newEmail: string }
  | { template: 'password-changed'; name: string }
  | { template: 'account-erasure'; name: string; erasedOn: string }
  | { template: 'seat-opened'; name: string; day: string; monthId: string }
  | {
      template: 'child-changed'
      name: string
      childName: string
      changes: readonly ChildChange[]
      /** A child that staff added; else one whose details changed. */
      isAdded?: boolean
      /** Who changed it: staff, or an adult of the family, null if their account is gone. */
      by: 'office' | { adult: string | null }
    }

/** Emails about the account of a member of staff. */
export type StaffAccountMail =
  | {
      template: 'invitation'
      name: string
      link: string
      validForHours: number
      invitedBy?: string
      role: StaffRole
    }
  | { template: 'two-factor'; name: string; news: TwoFactorEvent }

/** A submission as its emails show it. */
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
  wording: TemplateWording
  facts: SubmissionEmailData & {
    monthName: string
    year: number
    selectedDays: number[]
    /** Of the month. */
    cancelledDays?: number[]
    totalFeeCents: number
  }
}

/** An edit, or the last state after several. */
export type EditMail = {
  template: 'registration-changed' | 'registration-changed-admin'
  facts: MonthlyMail['facts']
  before: RegistrationState
  /** The staff member who edited; null if the family did. */
  changedBy: string | null
}

/** What staff did to a registration, for its family. */
export type FamilyEvent =
  | { template: 'registration-cancelled'; before: RegistrationState }
  /** Absent in older ones. */
  | { template: 'registration-restored'; daysWithoutCare?: number[] }
  /** `asked_at` says which request. */
  | { template: 'cancellation-declined'; answer: string; asked_at: string }

/** A family asks staff to cancel. */
export type CancelRequestMail = {
  template: 'cancellation-requested'
  facts: MonthlyMail['facts']
  text: string
}

export type RegistrationMail = EditMail | CancelRequestMail | (FamilyEvent & { facts: MonthlyMail['facts'] })

export type RegistrationState = { days: number[]; feeCents: number }

export type DropInMail = {
  template: 'dropin-parent' | 'dropin-admin'
  wording: TemplateWording
  /** Of several children of a family, whose names are one list; the fee is for all. */
  facts: SubmissionEmailData & {
    day: string
    feeCents: number
    dismissalType: DismissalType | null
    /** For approval; the fee is what it would cost. */
    isWaiting?: boolean
    hasSiblings?: true
  }
}

/** A drop-in that was withdrawn by its family or guest, or answered or deleted by staff. */
export type DropInEventMail = { facts: DropInMail['facts'] } & (
  | { template: 'dropin-withdrawn' | 'dropin-withdrawn-admin' }
  /** `message` is what staff write. */
  | {
      template: 'dropin-approved' | 'dropin-declined'
      message: string | null
      isDayCancelled?: true | undefined
    }
)

export type DailyReportMail = {
  template: 'daily-report'
  wording: TemplateWording
  day: string
  isCancelled?: boolean
  /** `id` is the submission's; samples have none. */
  attendees: (DailyReportAttendee & { id?: string })[]
  /** How many drop-in requests for the day wait for approval. */
  waiting?: number
}

/** A message from staff to a family whose child is booked for these days; without days, to families in general. */
export type FamilyMessageMail = {
  template: 'family-message'
  name: string
  days: readonly string[]
  subject: string
  text: string
  /** What happens to the fees, if the days are cancelled. */
  fees?: FeeChoice | null
}

export type ProgrammeMail = MonthlyMail | DropInMail | DailyReportMail

/**
 * A test email shows sample data and says so. `language` is what the recipient reads, English if it is missing; emails to
 * staff are English.
 */
export type Mail = (
  | FamilyAccountMail
  | StaffAccountMail
  | ProgrammeMail
  | RegistrationMail
  | DropInEventMail
  | FamilyMessageMail
) & {
  isTest?: boolean
  language?: Language
}

export type RenderedMail = { subject: string; html: string; text: string }
