/** The event names of the live stream: mostly tables, named as the triggers name them. */
export const LIVE_TOPICS = [
  'attendance_marks',
  'audit_log',
  'children',
  'family_invitations',
  'family_members',
  'job_runs',
  'month_seats',
  'months',
  'outbox',
  'payment_imports',
  'payments',
  'profiles',
  'program',
  'seat_watches',
  'sessions',
  'settings',
  'site_content',
  'submissions',
  'two_factor',
  'two_factor_required',
  'user_roles',
] as const

export type LiveTopic = (typeof LIVE_TOPICS)[number]
