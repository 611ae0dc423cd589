import type { StaffRole } from '../lib/enums'

export const EMAIL_PREFERENCES = [
  'monthly_submission_parent',
  'monthly_submission_admin',
  'dropin_submission_parent',
  'dropin_submission_admin',
  'daily_attendance_report',
] as const
export type EmailPreference = (typeof EMAIL_PREFERENCES)[number]
export type EmailPreferences = Record<EmailPreference, boolean>

/** Those that the Attendance role can have: the others are about mails with fees. */
const ATTENDANCE_PREFERENCES: readonly EmailPreference[] = ['daily_attendance_report']

export const preferencesOf = (role: StaffRole): readonly EmailPreference[] =>
  role === 'admin' ? EMAIL_PREFERENCES : ATTENDANCE_PREFERENCES

export function mapPreferences<T>(value: (preference: EmailPreference) => T): Record<EmailPreference, T> {
  const entries = EMAIL_PREFERENCES.map((preference) => [preference, value(preference)])
  return Object.fromEntries(entries) as Record<EmailPreference, T>
}

/** The parent's confirmation is always sent; the two `_parent` switches are for a copy of it. */
export const EMAIL_PREFERENCE_LABELS: Record<EmailPreference, string> = {
  monthly_submission_parent: 'Copy of the parent confirmation for monthly registrations',
  monthly_submission_admin: 'Notification of new monthly registrations',
  dropin_submission_parent: 'Copy of the parent confirmation for drop-ins',
  dropin_submission_admin: 'Notification of new drop-in requests',
  daily_attendance_report: 'Daily attendance report at 12:00 PM',
}

/** An admin without a stored row gets everything. */
export const DEFAULT_EMAIL_PREFERENCES: EmailPreferences = mapPreferences(() => true)
