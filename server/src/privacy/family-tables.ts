import { ERASED_CHILD, ERASED_PARENT } from '@aftercare/domain/privacy/account-deletion'
import { tombstoneEmail } from '../auth/tombstone-email'
import { type Sql, sql } from '../db/sql'
import type { Family } from './family.queries'

/**
 * What is stored of a family, table by table: what the file with its data shows, and what becomes of it when the
 * account is deleted. A table that stands neither here nor below fails a test, and so does a column of words that is
 * neither erased nor said to name nobody.
 */
export type FamilyTable = {
  table: string
  /** Which rows of the table `t` are the family's. */
  of: (family: Family) => Sql
  /** Its heading in the file. */
  heading: string
  /** Columns that the file leaves out: secrets, digests and other people's ids. */
  hides?: readonly string[]
  /** Further columns of the file, for its reader. */
  adds?: Sql
  newestFirst: Sql
  /** `goes`: the rows are deleted. `erased`: these columns get these values, and `keeps` are words that name nobody. */
  whenDeleted:
    | 'goes'
    | { erased: (family: Family, at: string) => Record<string, Sql>; keeps: readonly string[] }
}

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

/** Of the family's submissions, and of those sent as a guest with its confirmed address. */
const ofSubmission = ({ submissionIds }: Family): Sql => sql`t.submission_id = any(${submissionIds}::uuid[])`

const nothing = sql`null`
const noGuest = {
  guest_parent_name: nothing,
  guest_parent_email: nothing,
  guest_parent_phone: nothing,
  guest_child_name: nothing,
  guest_child_allergies: nothing,
  guest_child_notes: nothing,
  // Whoever has it open, or could undo a save of it, must not write back what was erased.
  version: sql`version + 1`,
}
const SUBMISSION_WORDS = ['billed_status', 'status', 'dismissal_type', 'edit_history']
const monthAndChild = sql`, (select m.month_name || ' ' || m.year from months m where m.id = t.month_id) as month,
  (select c.name from children c where c.id = t.child_id) as child`

export const FAMILY_TABLES: readonly FamilyTable[] = [
  {
    table: 'accounts',
    of: ownedBy('id'),
    heading: 'account',
    hides: ['password_hash'],
    newestFirst: sql`t.created_at`,
    whenDeleted: {
      erased: ({ id }, at) => ({
        email: sql`${tombstoneEmail(id)}`,
        password_hash: nothing,
        metadata: sql`'{}'`,
        email_verified_at: nothing,
        email_set_by_staff_at: nothing,
        disabled_at: sql`${at}`,
        updated_at: sql`${at}`,
      }),
      keeps: [],
    },
  },
  {
    table: 'profiles',
    of: ownedBy('id'),
    heading: 'profile',
    newestFirst: sql`t.created_at`,
    whenDeleted: {
      // Suspended: nothing is asked for or mailed in its name any more.
      erased: ({ id }, at) => ({
        full_name: sql`${ERASED_PARENT}`,
        email: sql`${tombstoneEmail(id)}`,
        phone: nothing,
        status: sql`'suspended'`,
        updated_at: sql`${at}`,
      }),
      keeps: [],
    },
  },
  {
    table: 'children',
    of: ownedBy('parent_id'),
    heading: 'children',
    newestFirst: sql`t.created_at`,
    whenDeleted: {
      erased: (_, at) => ({
        name: sql`${ERASED_CHILD}`,
        allergies: nothing,
        grade: nothing,
        notes: nothing,
        pickup_people: sql`'[]'`,
        deleted_at: sql`coalesce(t.deleted_at, ${at}::timestamptz)`,
      }),
      keeps: [],
    },
  },
  {
    table: 'submissions',
    of: ownedBy('parent_id'),
    heading: 'submissions',
    adds: monthAndChild,
    newestFirst: sql`t.submitted_at`,
    whenDeleted: { erased: () => noGuest, keeps: SUBMISSION_WORDS },
  },
  {
    table: 'submissions',
    of: ({ guestSubmissionIds }) => sql`t.id = any(${guestSubmissionIds}::uuid[])`,
    heading: 'sent_as_guest',
    adds: monthAndChild,
    newestFirst: sql`t.submitted_at`,
    whenDeleted: {
      // A guest's row has to have names.
      erased: ({ id }) => ({
        ...noGuest,
        guest_parent_name: sql`${ERASED_PARENT}`,
        guest_parent_email: sql`${tombstoneEmail(id)}`,
        guest_child_name: sql`${ERASED_CHILD}`,
      }),
      keeps: SUBMISSION_WORDS,
    },
  },
  {
    table: 'payments',
    of: ownedBy('parent_id'),
    heading: 'payments',
    hides: ['recorded_by'],
    newestFirst: sql`t.created_at`,
    whenDeleted: { erased: () => ({ notes: nothing }), keeps: ['payment_method'] },
  },
  {
    table: 'attendance_marks',
    of: ofSubmission,
    heading: 'attendance',
    newestFirst: sql`t.day`,
    whenDeleted: {
      erased: () => ({ picked_up_by: nothing, note: nothing }),
      keeps: ['not_coming_by', 'pickup_time'],
    },
  },
  {
    table: 'seat_watches',
    of: ownedBy('parent_id'),
    heading: 'waiting_for_seats',
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
  {
    table: 'calendar_feeds',
    of: ownedBy('parent_id'),
    heading: 'calendar_feed',
    hides: ['secret_digest', 'encrypted_secret'],
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
  {
    table: 'guest_links',
    of: ofSubmission,
    heading: 'private_links',
    hides: ['id'],
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
  {
    table: 'user_roles',
    of: ownedBy('user_id'),
    heading: 'roles',
    newestFirst: sql`t.role`,
    whenDeleted: 'goes',
  },
  {
    table: 'admin_email_preferences',
    of: ownedBy('user_id'),
    heading: 'email_preferences',
    newestFirst: sql`t.updated_at`,
    whenDeleted: 'goes',
  },
  {
    table: 'sessions',
    of: ownedBy('account_id'),
    heading: 'signed_in',
    hides: ['id'],
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
  {
    table: 'tokens',
    of: ownedBy('account_id'),
    heading: 'mailed_links',
    hides: ['id', 'refresh_id'],
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
  // Only staff have one; somebody who was staff may be a parent now.
  {
    table: 'recovery_codes',
    of: ownedBy('account_id'),
    heading: 'recovery_codes',
    hides: ['selector', 'code_hash'],
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
  {
    table: 'two_factor',
    of: ownedBy('account_id'),
    heading: 'two_factor_sign_in',
    hides: ['encrypted_key', 'used_steps'],
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
  {
    table: 'mfa_challenges',
    of: ownedBy('account_id'),
    heading: 'sign_ins_under_way',
    hides: ['id'],
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
  {
    table: 'known_devices',
    of: ownedBy('account_id'),
    heading: 'known_browsers',
    hides: ['id'],
    newestFirst: sql`t.created_at`,
    whenDeleted: 'goes',
  },
]

/** Tables that hold words of families without being theirs: `erase-family.ts` takes them out, one by one. */
export const SHARED_TABLES = ['outbox', 'audit_log', 'idempotency_keys']

/** Tables that are nobody's family's, each for its reason. */
export const OTHER_TABLES: Record<string, string> = {
  months: "the programme's calendar",
  site_content: "the programme's texts",
  settings: "the programme's settings",
  family_messages: 'what staff wrote to all families of a day; the mails themselves stand in the outbox',
  job_runs: 'when the server did what',
  rate_limits: 'digests and counts, for some hours',
  schema_migrations: "the schema's own history",
}
