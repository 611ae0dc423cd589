import type { DismissalType } from '@aftercare/domain/attendance/attendance'
import type { ChildChange } from '@aftercare/domain/children/child-changes'
import type { Language } from '@aftercare/domain/lib/language'
import type { TemplateType } from '@aftercare/domain/mail/mail-templates'
import type { FeeChoice } from '@aftercare/domain/pricing/credits'
import type { FamilyAccountMail, FamilyEvent, Mail, RegistrationState, StaffAccountMail } from '../mail/mail'

/** A submission as it was when its event happened. */
export type SubmissionFacts = {
  id: string
  language: Language
  days: number[]
  feeCents: number
  /** Null for a drop-in. */
  month: { name: string; year: number; cancelledDays: number[] } | null
  day: string | null
  dismissalType: DismissalType | null
  /** The request waits for approval, and the fee is what it would cost. */
  isWaiting?: boolean
}

/** Who a message goes to: an account or, of a guest, a submission; with those of the days that are theirs. */
export type MessageRecipient = { days: string[]; language: Language | null } & (
  | { accountId: string }
  | { submissionId: string }
)

type WithoutNames<M> = M extends Mail
  ? Omit<M, 'name' | 'invitedBy' | 'isByOffice' | 'isEmailChanged'>
  : never

export type AccountMailFacts = WithoutNames<
  | Exclude<FamilyAccountMail, { template: 'child-changed' | 'family-invited' | 'family-joined' }>
  | StaffAccountMail
>

/**
 * What happened, as its mails state it: days, fees, who acted, staff's answer. Names, addresses and allergies are read when
 * the mails are composed, so that there is nothing to erase here that the row's owner columns do not find.
 */
export type MailEvent =
  /** One or more of the same family, by a family or guest. */
  | { kind: 'submitted'; submissions: SubmissionFacts[] }
  | {
      kind: 'edited'
      submission: SubmissionFacts
      before: RegistrationState
      /** The staff member who edited; null if the family did. */
      changedBy: string | null
      version: number
    }
  | { kind: 'family-event'; submission: SubmissionFacts; news: FamilyEvent; version: number }
  | { kind: 'cancellation-requested'; submission: SubmissionFacts; text: string }
  /** The drop-in's row may be gone, and the child's. */
  | { kind: 'dropin-withdrawn'; submission: SubmissionFacts; childName: string }
  | {
      kind: 'dropin-approved' | 'dropin-declined'
      submission: SubmissionFacts
      childName: string
      message: string | null
      /** Declined because its day was cancelled. */
      isDayCancelled?: true
    }
  | {
      kind: 'child-changed'
      childId: string
      changes: ChildChange[]
      version: number
      /** By staff, as a new child. */
      isAdded: boolean
      /** The adults who are told what another adult of the family changed; of staff's changes all are. */
      onlyTo?: readonly string[]
    }
  | {
      kind: 'family-message'
      id: string
      days: readonly string[]
      subject: string
      text: string
      fees: FeeChoice | null
      recipients: MessageRecipient[]
    }
  /** By the adult who sent the invitation, or who joined. */
  | { kind: 'family-invited'; invitationId: string }
  | { kind: 'family-joined' }
  | { kind: 'daily-report'; day: string }
  | { kind: 'test'; templateType: TemplateType; language: Language | undefined }
  /** `language` is for an account that chose none; what staff read is English. */
  | { kind: 'account'; mail: AccountMailFacts; language: Language | null; isForStaff?: boolean }

/** Under which template an event is listed while its mails are not composed. */
export function templateOf(event: MailEvent): string {
  switch (event.kind) {
    case 'submitted':
      return event.submissions[0]?.month ? 'monthly-parent' : 'dropin-parent'
    case 'edited':
      return 'registration-changed'
    case 'family-event':
      return event.news.template
    case 'test':
      return event.templateType
    case 'account':
      return event.mail.template
    default:
      return event.kind
  }
}

/** About the account alone: sent although its email is not confirmed. All others may name a child, and are held. */
export const ACCOUNT_TEMPLATES: readonly AccountMailFacts['template'][] = [
  'verification',
  'recovery',
  'invitation',
  'account-invitation',
  'account-exists',
  'email-changed',
  'password-changed',
  'two-factor',
]

/** Bodies with a one-time link are never shown to staff and are deleted once sent. */
const SECRET_TEMPLATES: ReadonlySet<string> = new Set([
  'verification',
  'recovery',
  'invitation',
  'account-invitation',
  'family-invitation',
  'guest-confirmation',
])

export const isSecretMail = (mail: Pick<Mail, 'template'>): boolean => SECRET_TEMPLATES.has(mail.template)
