import { type ClaimedTime, mayClaim } from '@aftercare/domain/guest-claims/guest-claims'
import type { Day } from '@aftercare/domain/lib/days'
import { holdsItsDays } from '../db/approved'
import { cancelledDaysOf } from '../db/cancelled-days'
import type { Queryable, Tx } from '../db/client'
import { cents, execute, maybeOne, prepared, rows, type Sql, sql } from '../db/sql'
import type { AccountRow, MonthRow, SubmissionRow } from '../db/tables'
import type { BookingKind } from '../submissions/bookings.queries'
import type { Claimable } from './claimable-row'

export type ClaimingAccountRow = Pick<AccountRow, 'email' | 'email_verified_at' | 'email_set_by_staff_at'>

/** Every adult of the family. */
export const claimingStatement = (familyId: string): Sql =>
  sql`select email, email_verified_at, email_set_by_staff_at from accounts
      where id = ${familyId} and disabled_at is null
    union all
    select a.email, a.email_verified_at, a.email_set_by_staff_at
      from family_members m join accounts a on a.id = m.member_id
      where m.parent_id = ${familyId} and a.disabled_at is null`

/** The adults' emails whose guest submissions the family may claim: those that are verified. */
export const claimableEmails = async (db: Queryable, familyId: string): Promise<string[]> =>
  confirmedEmails(
    await rows<ClaimingAccountRow>(db, prepared('claiming-accounts', claimingStatement(familyId))),
  )

export const confirmedEmails = (accounts: readonly ClaimingAccountRow[]): string[] =>
  accounts
    .filter(({ email, email_verified_at, email_set_by_staff_at }) =>
      mayClaim(
        { email, emailVerifiedAt: email_verified_at, emailSetByStaffAt: email_set_by_staff_at },
        email,
      ),
    )
    .map(({ email }) => email)

/** More than anybody submits before signing up; the rest shows once some are claimed. */
const MAX_CLAIMABLE = 50

/** A drop-in that waits for approval costs nothing yet, but not for good. */
const shownFee = sql`case when s.status = 'waiting' then (s.approval ->> 'fee')::numeric else s.total_fee end`

/** Guest submissions with one of these emails, each with its email: show only those of `confirmedEmails`. */
export const claimableStatement = (emails: readonly string[] | Sql): Sql =>
  sql`select s.id, s.selected_days, ${cents(shownFee)} as total_fee_cents, s.day_prices, s.dropin_date, s.status, s.submitted_at,
      s.guest_child_name, s.guest_child_allergies, m.month_name, m.year, ${cancelledDaysOf} as cancelled_days, guest_key(s.guest_parent_email) as guest_key
    from submissions s left join months m on m.id = s.month_id
    where s.parent_id is null and guest_key(s.guest_parent_email) = any(${emails}) and s.cancellation is null
    order by s.submitted_at desc, s.id desc limit ${MAX_CLAIMABLE}`

/** None if no adult's email is verified. */
export async function listClaimableOf(db: Queryable, familyId: string): Promise<Claimable[]> {
  const emails = await claimableEmails(db, familyId)
  return emails.length === 0
    ? []
    : rows<Claimable>(db, prepared('claimable-submissions', claimableStatement(emails)))
}

export type GuestSubmission = Pick<
  SubmissionRow,
  'id' | 'parent_id' | 'month_id' | 'dropin_date' | 'selected_days' | 'is_same_child'
> &
  Partial<Pick<MonthRow, 'month_name' | 'year'>> & { guest_key: string | null; is_cancelled: boolean }

const guestColumns = sql`s.id, s.parent_id, s.month_id, s.dropin_date, s.selected_days, s.is_same_child,
  guest_key(s.guest_parent_email) as guest_key, s.cancellation is not null as is_cancelled, m.month_name, m.year`

export const findGuestSubmission = (db: Queryable, id: string) =>
  maybeOne<GuestSubmission>(
    db,
    sql`select ${guestColumns} from submissions s left join months m on m.id = s.month_id where s.id = ${id}`,
  )

/** Concurrent claims wait for each other. */
export const lockGuestSubmission = (tx: Tx, id: string) =>
  maybeOne<GuestSubmission>(
    tx,
    sql`select ${guestColumns} from (select * from submissions where id = ${id} for update) s
      left join months m on m.id = s.month_id`,
  )

export const claimedTimeOf = ({ month_name, year, dropin_date }: GuestSubmission): ClaimedTime => {
  if (dropin_date !== null) return { month: null, day: dropin_date }
  if (!month_name || !year) throw new Error('A submission has neither a month nor a date')
  return { month: { month_name, year }, day: null }
}

/** The child's bookings of the same kind at the same time: at most one row. */
export async function listBookingsAtSameTime(
  tx: Tx,
  childId: string,
  claimed: GuestSubmission,
): Promise<ClaimedTime[]> {
  const bookings = await rows<GuestSubmission>(
    tx,
    sql`select ${guestColumns} from submissions s left join months m on m.id = s.month_id
      where s.child_id = ${childId} and s.id <> ${claimed.id} and s.cancellation is null and not s.is_restored and ${holdsItsDays}
        and (s.month_id = ${claimed.month_id}::uuid or s.dropin_date = ${claimed.dropin_date}::date)`,
  )
  return bookings.map(claimedTimeOf)
}

/** The first day that a guest's submission and one of the child would both have, one a registration, the other a drop-in. */
export const findDayBookedTwice = (tx: Tx, childId: string, guestId: string) =>
  maybeOne<{ kind: BookingKind; day: Day }>(
    tx,
    sql`select case when held.month_id is null then 'drop-in' else 'registration' end as kind,
        coalesce(guest.dropin_date, held.dropin_date) as day
      from submissions guest
        join submissions held on held.child_id = ${childId} and (held.month_id is null) <> (guest.month_id is null)
        join months m on m.id in (guest.month_id, held.month_id)
          and m.first_day = date_trunc('month', coalesce(guest.dropin_date, held.dropin_date))::date
      where guest.id = ${guestId} and guest.selected_days && held.selected_days
        and not guest.is_restored and not held.is_restored and 'declined' not in (guest.status, held.status)
      order by day limit 1`,
  )

/** Days, fee, dates and staff's notes stay as they are. Its log goes with it, and who sent it stays known. */
export async function assignToFamily(
  tx: Tx,
  id: string,
  child: { id: string; parent_id: string },
  at: string,
) {
  await execute(
    tx,
    sql`update submissions set parent_id = ${child.parent_id}, child_id = ${child.id}, updated_at = ${at},
        guest_account_id = (select id from accounts where email = guest_key(guest_parent_email)),
        version = version + 1
      where id = ${id}`,
  )
  await execute(
    tx,
    sql`update audit_log set family_id = ${child.parent_id}, guest_key = null
      where table_name in ('submissions', 'attendance_marks') and row_id = ${id}`,
  )
}
