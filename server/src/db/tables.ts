import type { EmailPreferences } from '@aftercare/domain/admins/email-preferences'
import type { DismissalType } from '@aftercare/domain/attendance/attendance'
import type { AttendanceMark } from '@aftercare/domain/board/board'
import type { BarredPerson, PickupPerson } from '@aftercare/domain/children/pickup-people'
import type { Approval } from '@aftercare/domain/drop-ins/approvals'
import type { Audience } from '@aftercare/domain/family-messages/audiences'
import type { ImportTable } from '@aftercare/domain/imports/import-table'
import type {
  AccountStatus,
  BilledStatus,
  GrantedRole,
  MailState,
  SubmissionStatus,
} from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import type { DayType } from '@aftercare/domain/months/months'
import type { PaymentMethod } from '@aftercare/domain/payments/balances'
import type { CancelRequest } from '@aftercare/domain/submissions/cancel-requests'
import type { Cancellation } from '@aftercare/domain/submissions/cancellations'
import type { EmailContent } from '../mail/templates/email-content'
import type { MailEvent } from '../mail-events/mail-events'

/**
 * The columns that code reads by type, as queries return them: timestamps and dates as strings, money as `…_cents`.
 * All tables, columns and constraints are in the SQL migrations.
 */
export type Tables = {
  accounts: AccountRow
  sessions: SessionRow
  two_factor: TwoFactorRow
  recovery_codes: RecoveryCodeRow
  tokens: TokenRow
  profiles: ProfileRow
  user_roles: UserRoleRow
  admin_email_preferences: AdminEmailPreferencesRow
  children: ChildRow
  months: MonthRow
  submissions: SubmissionRow
  payments: PaymentRow
  site_content: SiteContentRow
  settings: SettingRow
  outbox: OutboxRow
  job_runs: JobRunRow
  audit_log: AuditRow
  idempotency_keys: IdempotencyKeyRow
  seat_watches: SeatWatchRow
  calendar_feeds: CalendarFeedRow
  family_messages: FamilyMessageRow
  attendance_marks: AttendanceMarkRow
  removed_drop_ins: RemovedDropInRow
  guest_links: GuestLinkRow
  unconfirmed_submissions: UnconfirmedSubmissionRow
  import_reviews: ImportReviewRow
  import_columns: ImportColumnsRow
  payment_imports: PaymentImportRow
  family_imports: FamilyImportRow
  remembered_payers: RememberedPayerRow
  family_members: FamilyMemberRow
  family_invitations: FamilyInvitationRow
  program_logos: ProgramLogoRow
  agreement_texts: AgreementTextRow
}

export type AccountRow = {
  id: string
  email: string
  password_hash: string | null
  email_verified_at: string | null
  /** Null once a link emailed to the address was used. */
  email_set_by_staff_at: string | null
  /** When the owner was mailed a link to choose a first password. */
  invited_at: string | null
  /** Replaced by staff; another account may have one now. */
  former_emails: string[]
  metadata: { full_name?: string }
  disabled_at: string | null
  created_at: string
  updated_at: string
}

export type SessionRow = {
  id: string
  account_id: string
  created_at: string
  expires_at: string
  /** Identifies the session in lists: its id is a hash of the secret. */
  handle: string
  user_agent: string | null
  seen_at: string
  password_entered_at: string
}

export type TwoFactorRow = {
  account_id: string
  encrypted_key: string
  confirmed_at: string | null
  used_steps: number[]
  wrong_codes: number
  locked_until: string | null
  created_at: string
}

export type RecoveryCodeRow = {
  account_id: string
  selector: string
  code_hash: string
  created_at: string
  used_at: string | null
}

export type TokenRow = {
  id: string
  account_id: string
  purpose: 'verify' | 'recovery' | 'invite'
  refresh_id: string | null
  created_at: string
  expires_at: string
  used_at: string | null
}

export type ProfileRow = {
  id: string
  full_name: string
  email: string
  phone: string | null
  status: AccountStatus
  /** Null as long as none was chosen. */
  language: Language | null
  created_at: string
  updated_at: string
  version: number
}

export type UserRoleRow = { user_id: string; role: GrantedRole }

export type AdminEmailPreferencesRow = EmailPreferences & { user_id: string; updated_at: string }

export type ChildRow = {
  id: string
  parent_id: string
  name: string
  allergies: string | null
  grade: string | null
  notes: string | null
  pickup_people: PickupPerson[]
  must_not_pick_up: BarredPerson[]
  created_at: string
  updated_at: string
  deleted_at: string | null
  import_id: string | null
  version: number
}

export type MonthRow = {
  id: string
  month_name: string
  year: number
  is_active: boolean
  regular_price_cents: number | null
  special_price_cents: number | null
  special_days: number[]
  closed_days: number[]
  cancelled_days: number[]
  /** The type that each cancelled day had. */
  cancelled_day_types: Record<string, DayType>
  day_types: Record<string, DayType>
  /** Per day; null means no limit. */
  seats: number | null
  day_seats: Record<string, number>
  /** Children per day, only in months with seats; updated by a trigger and when the seats change. */
  taken_seats: Record<string, number>
  created_at: string
  updated_at: string
  version: number
}

export type SubmissionRow = {
  id: string
  parent_id: string | null
  child_id: string | null
  month_id: string | null
  selected_days: number[]
  total_fee_cents: number
  /** Dollars by day number; null for drop-ins, and where a registration from before they were stored has none. */
  day_prices: Record<string, number> | null
  /** What the fee was credited for cancelled days, to undo it: dollars by day number, 0 where staff left the credit. */
  credits: Record<string, number>
  /** Sum of the payments for this submission; maintained by a trigger on payments. */
  paid_amount_cents: number
  billed_status: BilledStatus
  /** The fee that staff billed; null until billed. Set by a trigger when a submission becomes billed. */
  billed_fee_cents: number | null
  status: SubmissionStatus
  submitted_at: string
  updated_at: string
  is_edited: boolean
  /** A list of entries; the parser in domain/ also accepts a single object from older data. */
  edit_history: unknown
  /** What a cancelled registration gave up; null for all others. */
  cancellation: Cancellation | null
  /** The family's latest request to cancel it. */
  cancel_request: CancelRequest | null
  /** Of a drop-in that needs approval. */
  approval: Approval | null
  original_selected_days: number[] | null
  guest_parent_name: string | null
  guest_parent_email: string | null
  guest_parent_phone: string | null
  guest_child_name: string | null
  guest_child_allergies: string | null
  guest_child_notes: string | null
  dismissal_type: DismissalType | null
  dropin_date: string | null
  /** Staff's answer to whether a guest's child is one on file; null until then. */
  is_same_child: boolean | null
  /** What the family or guest was reading when they last agreed; English where staff entered it. */
  language: Language
  agreed_at: string | null
  /** The text that was agreed to; null if it was not stored. */
  agreement_id: string | null
  /** The staff member who entered a registration that was agreed by phone, as shown; null if the family or guest sent it. */
  entered_by: string | null
  version: number
  /** A removed drop-in that came back because the child was there. */
  is_restored: boolean
  /** The adult who had sent it as a guest, before it went to a family. */
  guest_account_id: string | null
}

export type PaymentRow = {
  id: string
  parent_id: string
  amount_cents: number
  payment_method: PaymentMethod | null
  submission_id: string | null
  notes: string | null
  payment_date: string
  recorded_by: string
  reverses_payment_id: string | null
  moved_from_payment_id: string | null
  created_at: string
  /** The import it came from; null if it was recorded by hand, and for reversals. */
  import_id: string | null
  /** A hash of its line in the file. */
  import_key: string | null
}

/** A file under review before it is imported: one per kind and member of staff, for a day. */
export type ImportReviewRow = {
  account_id: string
  kind: 'payments' | 'families'
  id: string
  file_name: string
  contents: ImportTable
  choices: unknown
  /** What was shown last. */
  outcome: unknown
  version: number
  updated_at: string
}

/** The choice of columns for files with the same headings. */
export type ImportColumnsRow = {
  kind: 'payments' | 'families'
  headings_hash: string
  columns: Record<string, number | null>
  unused: number[]
  updated_at: string
}

export type PaymentImportRow = {
  id: string
  file_name: string
  payments: number
  amount_cents: number
  imported_by: string
  imported_at: string
  undone_by: string | null
  undone_at: string | null
}

export type FamilyImportRow = {
  id: string
  file_name: string
  families: number
  children: number
  imported_by: string
  imported_at: string
  undone_by: string | null
  undone_at: string | null
  stayed: number
}

/** Whose payments a payer's are, from earlier imports. */
export type RememberedPayerRow = {
  payer_key: string
  parent_id: string
  updated_at: string
  import_id: string | null
}

export type SiteContentRow = {
  id: string
  section_name: string
  title: string
  description: string | null
  content: unknown
  /** Null if staff removed it. */
  spanish: unknown
  updated_at: string
  updated_by: string | null
  version: number
}

/** What was agreed to, once per text. */
export type AgreementTextRow = { id: string; language: Language; items: string[]; digest: string }

export type ProgramLogoRow = { id: string; picture: Buffer; created_at: string }

export type SettingRow = { key: string; value: unknown; updated_at: string; version: number }

export type OutboxRow = {
  id: string
  template: string
  to_email: string
  to_name: string | null
  subject: string
  text: string
  /** Rendered by the worker; null in older mails, which are sent as plain text. */
  content: EmailContent | null
  message_id: string
  is_secret: boolean
  /** What happened, until its mails are composed; null in a mail. */
  event: MailEvent | null
  /** Whom it goes to. */
  account_id: string | null
  /** The family that it is about. */
  family_id: string | null
  submission_id: string | null
  /** The adult whom a mail to others names. */
  sent_by: string | null
  state: MailState
  attempts: number
  next_attempt_at: string
  /** By the programme's clock; null: at once. */
  send_after: string | null
  lease_until: string | null
  last_error: string | null
  created_at: string
  sent_at: string | null
}

export type JobRunRow = {
  job: string
  run_key: string
  started_at: string
  finished_at: string | null
  error: string | null
  failures: number
  failed_at: string | null
  /** Not retried before then. */
  retry_at: string | null
}

export type AuditRow = {
  id: number
  at: string
  actor_id: string | null
  actor_role: 'visitor' | 'parent' | 'admin' | 'system'
  action: string
  table_name: string
  row_id: string | null
  detail: Record<string, unknown>
  /** The family whose records it is about, the adult and the guest: see the columns' comments. */
  family_id: string | null
  account_id: string | null
  guest_key: string | null
}

export type IdempotencyKeyRow = {
  scope: string
  key: string
  /** Null if stored before hashes had a key. */
  request_hash: string | null
  status: number
  response: unknown
  /** Families and guests whose submissions the response shows. */
  owners: string[]
  created_at: string
}

/** A family that wants to be notified when a seat opens on a full day; `asked_by` gets the mail, null: the first adult. */
export type SeatWatchRow = {
  parent_id: string
  month_id: string
  day: number
  created_at: string
  asked_by: string | null
}

/** An adult who joined a family; its records are under its first adult, `parent_id`. */
export type FamilyMemberRow = { member_id: string; parent_id: string; joined_at: string }

/** One per mail; open until it expires, is used, cancelled or sent again. */
export type FamilyInvitationRow = {
  id: string
  parent_id: string
  invited_by: string | null
  email: string
  token_hash: string
  sent_at: string
  sent_on: string
  expires_at: string
  ended_at: string | null
}

/** A message from staff to all families of a day, or to an audience: one of the two is null. */
export type FamilyMessageRow = {
  id: string
  day: string | null
  audience: Audience | null
  subject: string
  text: string
  cancelled: boolean
  families: number
  sent_by: string
  sent_on: string
  sent_at: string
}

/** What is left of a drop-in that was deleted or withdrawn. */
export type RemovedDropInRow = Pick<
  SubmissionRow,
  | 'id'
  | 'parent_id'
  | 'child_id'
  | 'guest_parent_name'
  | 'guest_parent_email'
  | 'guest_parent_phone'
  | 'guest_child_name'
  | 'guest_child_allergies'
  | 'guest_child_notes'
  | 'dismissal_type'
  | 'total_fee_cents'
  | 'submitted_at'
  | 'language'
  | 'is_same_child'
  | 'agreed_at'
  | 'agreement_id'
  | 'guest_account_id'
> & {
  dropin_date: string
  removed_at: string
  removed_by: 'family' | 'guest' | 'staff'
  /** The account of the adult or member of staff. */
  removed_by_id: string | null
}

/** One child's attendance on one day, stored with the child's submission. */
export type AttendanceMarkRow = AttendanceMark & { submission_id: string; day: string; updated_at: string }
/** A private link to a guest's registration; its id is a hash of the secret. */
export type GuestLinkRow = { id: string; submission_id: string; created_at: string; expires_at: string }

/** A family's calendar feed. */
export type CalendarFeedRow = {
  parent_id: string
  secret_digest: string
  /** Null if its encryption key was abandoned. */
  encrypted_secret: string | null
  created_at: string
}

/** A family who left, and the mail that says when it will be erased. */
export type RetentionNoticeRow = {
  family_id: string
  queued_at: string | null
  mailed_at: string | null
  kept_at: string | null
}

/** What a guest sent and has to confirm by the link in a mail. */
export type UnconfirmedSubmissionRow = {
  id: string
  token_hash: string
  month_id: string | null
  selected_days: number[]
  dropin_date: string | null
  /** What confirming inserts; null once that is over, or its guest was erased. */
  submission: (Pick<SubmissionRow, 'selected_days' | 'total_fee_cents'> & Partial<SubmissionRow>) | null
  guest_key: string | null
  created_at: string
  expires_at: string
  outcome: 'confirmed' | 'dropped' | null
}
