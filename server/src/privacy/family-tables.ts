import { ERASED_CHILD, ERASED_PARENT } from '@aftercare/domain/privacy/account-deletion'
import { tombstoneEmail } from '../auth/tombstone-email'
import { type Sql, sql } from '../db/sql'
import type { Family } from './family.queries'

/**
 * A family's data, table by table: what the data export contains, and what happens when the account is deleted. A table
 * listed neither here nor below fails a test, and so does a column that is neither erased nor listed as retained.
 */
export type FamilyTable = {
  table: string
  /** Which rows (alias `t`) are the family's. */
  of: (family: Family) => Sql
  /** Its key in the export. */
  heading: string
  /** Columns left out of the export: secrets, hashes, other people's ids and what only searching needs. */
  omit?: readonly string[]
  /** Additional columns of the export, for its reader, and columns that replace those of the table. */
  extra?: (family: Family) => Sql
  /** `created_at` where it is not said. */
  newestFirst?: Sql
  /** `delete` the rows, or overwrite columns with `values`; `retained` columns are not personal. */
  onErase:
    | 'delete'
    | { values: (family: Family, at: string) => Record<string, Sql>; retained: readonly string[] }
}

/** Of the family, whichever adult entered it. */
const ofFamily = ({ familyId }: Family): Sql => sql`t.parent_id = ${familyId}`

/** Each adult's own. */
const ownedBy =
  (column: 'id' | 'parent_id' | 'account_id' | 'user_id') =>
  ({ id }: Family): Sql => {
    const owner = {
      id: sql`t.id`,
      parent_id: sql`t.parent_id`,
      account_id: sql`t.account_id`,
      user_id: sql`t.user_id`,
    }
    return sql`${owner[column]} = ${id}`
  }

/** For the family's submissions, including those sent as a guest with its confirmed email. */
const ofSubmission = ({ submissionIds }: Family): Sql => sql`t.submission_id = any(${submissionIds}::uuid[])`

const NULL = sql`null`

/** Also of a child that its parent deleted, once it can no longer come: `jobs/retention.ts`. */
export const ERASED_CHILD_DETAILS: Record<string, Sql> = {
  allergies: NULL,
  grade: NULL,
  notes: NULL,
  pickup_people: sql`'[]'`,
  must_not_pick_up: sql`'[]'`,
}

const erasedGuest = {
  guest_parent_name: NULL,
  guest_parent_email: NULL,
  guest_parent_phone: NULL,
  guest_child_name: NULL,
  guest_child_allergies: NULL,
  guest_child_notes: NULL,
  cancel_request: NULL,
  cancellation: sql`jsonb_set(cancellation, '{reason}', '""')`,
  approval: sql`jsonb_set(approval, '{message}', 'null')`,
  // So that nobody who has it open, or could undo a save, writes back what was erased.
  version: sql`version + 1`,
}
const SUBMISSION_RETAINED = [
  'billed_status',
  'status',
  'dismissal_type',
  'edit_history',
  'day_prices',
  'credits',
  'language',
  'entered_by',
  'selected_days',
  'original_selected_days',
  'dropin_date',
  'total_fee',
  'billed_fee',
  'paid_amount',
  'is_edited',
  'is_restored',
  'is_same_child',
]
const agreement = sql`(select jsonb_build_object('language', a.language, 'items', a.items) from agreement_texts a
    where a.id = t.agreement_id) as agreement`
const detailsOfSubmission =
  () => sql`, (select m.month_name || ' ' || m.year from months m where m.id = t.month_id) as month,
  (select c.name from children c where c.id = t.child_id) as child,
  ${agreement}`

/** The row stays, because others may refer to it. */
export const erasedAccount = (email: Sql, at: string): Record<string, Sql> => ({
  email,
  password_hash: NULL,
  metadata: sql`'{}'`,
  email_verified_at: NULL,
  email_set_by_staff_at: NULL,
  former_emails: sql`'{}'`,
  disabled_at: sql`${at}`,
  updated_at: sql`${at}`,
})

export const FAMILY_TABLES: readonly FamilyTable[] = [
  {
    table: 'accounts',
    of: ownedBy('id'),
    heading: 'account',
    omit: ['password_hash'],
    onErase: {
      values: ({ id }, at) => erasedAccount(sql`${tombstoneEmail(id)}`, at),
      retained: [],
    },
  },
  {
    table: 'profiles',
    of: ownedBy('id'),
    heading: 'profile',
    omit: ['search_text', 'import_id'],
    onErase: {
      // Suspended, so that nothing is requested or mailed in its name.
      values: ({ id }, at) => ({
        full_name: sql`${ERASED_PARENT}`,
        email: sql`${tombstoneEmail(id)}`,
        phone: NULL,
        language: NULL,
        status: sql`'suspended'`,
        updated_at: sql`${at}`,
      }),
      retained: [],
    },
  },
  {
    table: 'children',
    of: ofFamily,
    heading: 'children',
    omit: ['search_text', 'import_id'],
    onErase: {
      values: (_, at) => ({
        name: sql`${ERASED_CHILD}`,
        ...ERASED_CHILD_DETAILS,
        deleted_at: sql`coalesce(t.deleted_at, ${at}::timestamptz)`,
      }),
      retained: [],
    },
  },
  {
    table: 'submissions',
    of: ofFamily,
    heading: 'submissions',
    omit: ['guest_search_text', 'agreement_id', 'is_same_child', 'guest_account_id'],
    // Of other adults, also of those who left, only name and email are exported.
    extra: ({
      emails,
    }) => sql`${detailsOfSubmission()}, case when guest_key(t.guest_parent_email) = any(${emails}::text[])
      then t.guest_parent_phone end as guest_parent_phone`,
    newestFirst: sql`t.submitted_at`,
    onErase: { values: () => erasedGuest, retained: SUBMISSION_RETAINED },
  },
  {
    table: 'submissions',
    of: ({ guestSubmissionIds }) => sql`t.id = any(${guestSubmissionIds}::uuid[])`,
    heading: 'sent_as_guest',
    omit: ['guest_search_text', 'agreement_id', 'is_same_child', 'guest_account_id'],
    extra: detailsOfSubmission,
    newestFirst: sql`t.submitted_at`,
    onErase: {
      // A guest's row must have names.
      values: ({ id }) => ({
        ...erasedGuest,
        guest_parent_name: sql`${ERASED_PARENT}`,
        guest_parent_email: sql`${tombstoneEmail(id)}`,
        guest_child_name: sql`${ERASED_CHILD}`,
      }),
      retained: SUBMISSION_RETAINED,
    },
  },
  {
    table: 'removed_drop_ins',
    of: ({ submissionIds }) => sql`t.id = any(${submissionIds}::uuid[])`,
    heading: 'removed_drop_ins',
    omit: ['removed_by_id', 'agreement_id', 'is_same_child', 'guest_account_id'],
    extra: ({
      emails,
    }) => sql`, (select c.name from children c where c.id = t.child_id) as child, ${agreement},
      case when guest_key(t.guest_parent_email) = any(${emails}::text[]) then t.guest_parent_phone end as guest_parent_phone`,
    newestFirst: sql`t.removed_at`,
    onErase: 'delete',
  },
  {
    table: 'payments',
    of: ofFamily,
    heading: 'payments',
    omit: ['recorded_by', 'import_id', 'import_key'],
    onErase: {
      values: () => ({ notes: NULL, import_key: NULL }),
      retained: ['payment_method', 'amount', 'payment_date'],
    },
  },
  {
    table: 'remembered_payers',
    of: ownedBy('parent_id'),
    heading: 'names_in_payment_files',
    omit: ['import_id'],
    newestFirst: sql`t.updated_at`,
    onErase: 'delete',
  },
  {
    table: 'attendance_marks',
    of: ofSubmission,
    heading: 'attendance',
    newestFirst: sql`t.day`,
    onErase: {
      values: () => ({ picked_up_by: NULL, note: NULL }),
      retained: ['day', 'not_coming_by', 'not_on_list', 'pickup_time', 'late_minutes'],
    },
  },
  {
    table: 'seat_watches',
    of: ofFamily,
    heading: 'waiting_for_seats',
    omit: ['asked_by'],
    onErase: 'delete',
  },
  {
    table: 'calendar_feeds',
    of: ownedBy('parent_id'),
    heading: 'calendar_feed',
    omit: ['secret_digest', 'encrypted_secret'],
    onErase: 'delete',
  },
  {
    table: 'family_members',
    of: ({ id }) => sql`(t.member_id = ${id} or t.parent_id = ${id})`,
    heading: 'shared_family',
    omit: ['member_id', 'parent_id'],
    newestFirst: sql`t.joined_at`,
    onErase: 'delete',
  },
  {
    table: 'family_invitations',
    of: ({ id, familyId, emails }) =>
      sql`(t.parent_id = ${familyId} or t.invited_by = ${id} or t.email = any(${emails}::text[]))`,
    heading: 'invitations',
    omit: ['parent_id', 'invited_by', 'token_hash'],
    newestFirst: sql`t.sent_at`,
    onErase: 'delete',
  },
  {
    table: 'second_adults',
    of: ({ familyId, emails }) => sql`(t.parent_id = ${familyId} or t.email = any(${emails}::text[]))`,
    heading: 'named_beside_the_first_adult',
    omit: ['parent_id'],
    onErase: 'delete',
  },
  {
    table: 'guest_links',
    of: ofSubmission,
    heading: 'private_links',
    omit: ['id'],
    onErase: 'delete',
  },
  {
    table: 'unconfirmed_submissions',
    of: ({ guestKey }) => sql`t.guest_key = ${guestKey}`,
    heading: 'waiting_for_confirmation',
    omit: ['token_hash', 'guest_key'],
    // The row holds its seats until its hour is over: they are counted under the month's lock.
    onErase: {
      values: () => ({ submission: NULL, guest_key: NULL }),
      retained: ['token_hash', 'outcome', 'selected_days', 'dropin_date'],
    },
  },
  {
    table: 'user_roles',
    of: ownedBy('user_id'),
    heading: 'roles',
    newestFirst: sql`t.role`,
    onErase: 'delete',
  },
  {
    table: 'admin_email_preferences',
    of: ownedBy('user_id'),
    heading: 'email_preferences',
    newestFirst: sql`t.updated_at`,
    onErase: 'delete',
  },
  {
    table: 'sessions',
    of: ownedBy('account_id'),
    heading: 'signed_in',
    omit: ['id'],
    onErase: 'delete',
  },
  {
    table: 'tokens',
    of: ownedBy('account_id'),
    heading: 'mailed_links',
    omit: ['id', 'refresh_id'],
    onErase: 'delete',
  },
  // Only staff have these, but a former admin may be a parent now.
  {
    table: 'recovery_codes',
    of: ownedBy('account_id'),
    heading: 'recovery_codes',
    omit: ['selector', 'code_hash'],
    onErase: 'delete',
  },
  {
    table: 'two_factor',
    of: ownedBy('account_id'),
    heading: 'two_factor_sign_in',
    omit: ['encrypted_key', 'used_steps'],
    onErase: 'delete',
  },
  {
    table: 'two_factor_challenges',
    of: ownedBy('account_id'),
    heading: 'sign_ins_under_way',
    omit: ['id'],
    onErase: 'delete',
  },
  {
    table: 'known_devices',
    of: ownedBy('account_id'),
    heading: 'known_browsers',
    omit: ['id'],
    onErase: 'delete',
  },
  // After the sessions, whose use changes it.
  {
    table: 'retention_notices',
    of: ({ familyId }) => sql`t.family_id = ${familyId}`,
    heading: 'emails_before_erasure',
    newestFirst: sql`t.queued_at`,
    onErase: 'delete',
  },
]

/** Tables that contain families' data among others': erased one by one in `erase-family.ts`. */
export const SHARED_TABLES = ['outbox', 'audit_log', 'idempotency_keys', 'import_reviews']

/** Tables without a family's data, and why. */
export const OTHER_TABLES: Record<string, string> = {
  months: "the programme's calendar",
  site_content: "the programme's texts",
  erasures: 'ids of what was erased',
  settings: "the programme's settings",
  program_logos: "the programme's logo",
  agreement_texts: "the programme's agreements as families agreed to them",
  family_messages:
    'messages from staff to all families of a day, of a month or of the programme; the mails themselves are in the outbox',
  job_runs: 'runs of scheduled jobs',
  import_columns: 'which column of a file is which',
  family_imports:
    'who imported which file, with counts; the families themselves are in profiles and children',
  payment_imports: 'who imported which file, with count and sum; the payments themselves are in payments',
  rate_limits: 'hashes and counts, for some hours',
  schema_migrations: 'the schema history',
}
