import type { Db } from '../src/db/client'
import { rows, type Sql, sql } from '../src/db/sql'

/** Invariants of the database, whatever the requests: each query finds the rows that violate one. */
const INVARIANTS: Record<string, Sql> = {
  'the paid amount of a submission is the sum of its payments': sql`
    select s.id from submissions s
    where s.paid_amount <> (select coalesce(sum(amount), 0) from payments p where p.submission_id = s.id)`,
  'there is an admin': sql`
    select 'nobody' as id where not exists (
      select from user_roles r join accounts a on a.id = r.user_id
      where r.role = 'admin' and a.disabled_at is null)`,
  'an active account has a profile with its email': sql`
    select a.id from accounts a left join profiles p on p.id = a.id
    where a.disabled_at is null and p.email is distinct from a.email`,
  'a removed account has neither role, session nor password': sql`
    select a.id from accounts a where a.disabled_at is not null and (a.password_hash is not null
      or exists (select from user_roles r where r.user_id = a.id)
      or exists (select from sessions s where s.account_id = a.id))`,
  'what is left of a payment is from nothing to all of it': sql`
    select p.id from payments p where p.reverses_payment_id is null and p.amount + (
      select coalesce(sum(r.amount), 0) from payments r where r.reverses_payment_id = p.id) not between 0 and p.amount`,
  'moving money changes no balance': sql`
    select moved_from_payment_id as id from payments where moved_from_payment_id is not null
    group by 1, parent_id, payment_date having sum(amount) <> 0`,
  'a submission of a parent is for a child of the same parent': sql`
    select s.id from submissions s join children c on c.id = s.child_id where c.parent_id <> s.parent_id`,
  'whoever joined a family has no records and no members, and at most four adults share one': sql`
    select m.member_id as id from family_members m where exists (select from children where parent_id = m.member_id)
      or exists (select from submissions where parent_id = m.member_id)
      or exists (select from payments where parent_id = m.member_id)
      or exists (select from family_members n where n.parent_id = m.member_id)
    union all select parent_id from family_members group by 1 having count(*) > 3`,
  'a registration has only days of its month': sql`
    select s.id from submissions s join months m on m.id = s.month_id
    where exists (select from unnest(s.selected_days) as d where d > extract(day from
      m.first_day + interval '1 month - 1 day'))`,
  'no stored text contains a control character': sql`
    select id from children where name || coalesce(allergies, '') || coalesce(notes, '') ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'
    union all select id from profiles where full_name || coalesce(phone, '') || email ~ '[\\x01-\\x1f\\x7f]'
    union all select id from submissions where coalesce(guest_parent_name, '') || coalesce(guest_parent_email, '')
      || coalesce(guest_child_name, '') ~ '[\\x01-\\x1f\\x7f]'
    union all select submission_id from attendance_marks where coalesce(picked_up_by, '') ~ '[\\x01-\\x1f\\x7f]'
      or coalesce(note, '') ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'
    union all select id from children, jsonb_array_elements(pickup_people) as person
      where (person ->> 'name') || coalesce(person ->> 'phone', '') ~ '[\\x01-\\x1f\\x7f]'
    union all select id from children, jsonb_array_elements(must_not_pick_up) as person
      where (person ->> 'name') || coalesce(person ->> 'note', '') ~ '[\\x01-\\x1f\\x7f]'`,
  'nobody has more children than a family may have': sql`
    select parent_id as id from children where deleted_at is null group by 1 having count(*) > 30`,
  'attendance is marked only on days that are or were booked, once per day': sql`
    select k.submission_id as id from attendance_marks k join submissions s on s.id = k.submission_id
      left join months m on m.id = s.month_id
    where s.dropin_date is distinct from k.day and (m.id is null
      or k.day <> all (select m.first_day + n - 1 from unnest(s.selected_days) as n)
      and not coalesce(s.cancellation -> 'selected_days' @> to_jsonb(extract(day from k.day)::int), false)
      and not jsonb_path_exists(s.edit_history, '$[*].previous_days[*] ? (@ == $n)',
        jsonb_build_object('n', extract(day from k.day)::int)))
    union all select s.child_id from attendance_marks k join submissions s on s.id = k.submission_id
      where s.child_id is not null group by s.child_id, k.day having count(*) > 1`,
  // The server's clock stands on that day.
  'a child is marked as not coming from today on only on booked days': sql`
    select k.submission_id as id from attendance_marks k join submissions s on s.id = k.submission_id
      join months m on m.id = s.month_id
    where k.not_coming_at is not null and k.arrived_at is null and k.day >= date '2026-11-16'
      and k.day <> all (select m.first_day + n - 1 from unnest(s.selected_days) as n)
      and not coalesce(s.cancellation -> 'selected_days' @> to_jsonb(extract(day from k.day)::int), false)`,
  'what waits for approval or was declined costs nothing and is not marked': sql`
    select id from submissions where status in ('waiting', 'declined') and (total_fee > 0 or billed_status = 'billed')
    union all select s.id from submissions s join attendance_marks k on k.submission_id = s.id
      where s.status in ('waiting', 'declined')`,
  'the times of an attendance mark are on its day': sql`
    select submission_id as id from attendance_marks
    where (arrived_at at time zone 'America/New_York')::date <> day
      or (left_at at time zone 'America/New_York')::date <> day`,
  'late minutes count from the pick-up time': sql`
    select submission_id as id from attendance_marks where late_minutes <> coalesce(greatest(0, floor(extract(epoch
      from (left_at at time zone 'America/New_York')::time - pickup_time::time) / 60)), 0)`,
  'a mail goes to one address': sql`select id from outbox where to_email ~ '[,;<>[:space:]]'`,
}

/** The violated invariants, with some of their rows. */
export async function findViolations(db: Db): Promise<Record<string, unknown[]>> {
  const violations: Record<string, unknown[]> = {}
  for (const [invariant, query] of Object.entries(INVARIANTS)) {
    const found = await rows(db, query)
    if (found.length > 0) violations[invariant] = found.slice(0, 3)
  }
  return violations
}
