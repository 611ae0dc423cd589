/** The programme's enums: the values a column may hold, and their labels. */

export const STAFF_ROLES = ['admin', 'attendance'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const STAFF_ROLE_LABELS: Record<StaffRole, string> = { admin: 'Admin', attendance: 'Attendance' }

export const GRANTED_ROLES = [...STAFF_ROLES, 'parent'] as const
export type GrantedRole = (typeof GRANTED_ROLES)[number]

/** Null for everybody but staff. */
export const staffRoleOf = (roles: readonly GrantedRole[]): StaffRole | null =>
  STAFF_ROLES.find((role) => roles.includes(role)) ?? null

/** A suspended parent may neither sign in nor submit; inactive is a label only. */
export const ACCOUNT_STATUSES = ['active', 'inactive', 'suspended'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** Guests have no account: their status exists only in the parent list and is never stored. */
export const LISTED_STATUSES = [...ACCOUNT_STATUSES, 'guest'] as const
export type ListedStatus = (typeof LISTED_STATUSES)[number]

export const ACCOUNT_STATUS_LABELS = {
  active: 'Active',
  inactive: 'Inactive',
  suspended: 'Suspended',
  guest: 'Guest',
} as const satisfies Record<ListedStatus, string>

/** What lists say of somebody active who was given an account and has not chosen a password yet. */
const INVITATION_LABELS = { invited: 'Invited', not_invited: 'Not invited' } as const

type Listed = { status: ListedStatus; invitation: { invited_at: string | null } | null }

/** A list's word for a status, and what it is shown as. */
export function listedStatus({ status, invitation }: Listed) {
  if (status !== 'active' || !invitation) return { shown: status, label: ACCOUNT_STATUS_LABELS[status] }
  const shown = invitation.invited_at === null ? 'not_invited' : 'invited'
  return { shown, label: INVITATION_LABELS[shown] } as const
}

export const BILLED_STATUSES = ['not_billed', 'billed'] as const
export type BilledStatus = (typeof BILLED_STATUSES)[number]

export const BILLED_STATUS_LABELS: Record<BilledStatus, string> = {
  not_billed: 'Not Billed',
  billed: 'Billed',
}

/** Monthly registrations are submitted, drop-ins are pending, or waiting where staff approve them. */
export const SUBMISSION_STATUSES = [
  'submitted',
  'pending',
  'waiting',
  'approved',
  'declined',
  'cancelled',
] as const
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]

export const REGISTRATION_STATUS: SubmissionStatus = 'submitted'
export const DROP_IN_STATUS: SubmissionStatus = 'pending'

export const SITE_SECTIONS = [
  'about_aftercare',
  'registration_agreement',
  'dropin_agreement',
  'email_templates',
] as const
export type SiteSection = (typeof SITE_SECTIONS)[number]

/** The sections that are public. */
export const PUBLIC_SECTIONS = ['about_aftercare', 'registration_agreement', 'dropin_agreement'] as const

export const MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 200
export const RECENT_SUBMISSIONS = 5

export const MAIL_STATES = ['queued', 'held', 'sending', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const JOB_NAMES = ['backup', 'daily-attendance-report', 'forget-families', 'retention'] as const
export type JobName = (typeof JOB_NAMES)[number]
