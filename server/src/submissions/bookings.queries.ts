import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { BookedDropIn } from '@aftercare/domain/months/availability'
import { holdsItsDays } from '../db/approved'
import type { Tx } from '../db/client'
import { maybeOne, prepared, rows, type Sql, sql } from '../db/sql'
import type { ChildRow } from '../db/tables'
import { AppError } from '../errors'
import { isMonthOf } from '../months/months.queries'

/** A drop-in for a day that is already booked would be paid twice. */

export type BookingKind = 'registration' | 'drop-in'
export type BookedChild = { id: string; name: string; parentEmail: string }

/**
 * Drop-ins (`s`) of the child with that id, name and parent's email. One entered by staff has no child id, only names, by
 * which it is matched. Those have no agreement; guests' do, and guests are not matched. A removed drop-in that an arrival
 * brought back is none, nor is one that was declined.
 */
const isDropInOf = (child: { id: unknown; name: unknown; parentEmail: unknown }): Sql =>
  sql`not s.is_restored and ${holdsItsDays} and (s.child_id = ${child.id}
    or (s.parent_id is null and s.agreed_at is null
      and lower(btrim(s.guest_parent_email)) = lower(btrim(${child.parentEmail}))
      and lower(btrim(s.guest_child_name)) = lower(btrim(${child.name}))))`

/** `except`: a drop-in that does not count. */
export async function findBooking(
  tx: Tx,
  child: BookedChild,
  day: Day,
  except: string | null = null,
): Promise<BookingKind | null> {
  const { dayOfMonth } = getDayParts(day)
  const booking = await maybeOne<{ kind: BookingKind }>(
    tx,
    prepared(
      'booking',
      sql`select 'registration' as kind from submissions s join months m on m.id = s.month_id
        where s.child_id = ${child.id} and ${isMonthOf(day)}
          and ${dayOfMonth} = any(s.selected_days)
        union all
        select 'drop-in' from submissions s where s.dropin_date = ${day} and ${isDropInOf(child)}
          and s.id is distinct from ${except}::uuid
        limit 1`,
    ),
  )
  return booking?.kind ?? null
}

const CHILD = { id: sql`c.id`, name: sql`c.name`, parentEmail: sql`p.email` }

/**
 * Drop-ins of the family's children in that month. The caller has locked the children: a drop-in waits for it. With the
 * family as a condition PostgreSQL keeps one generic plan instead of planning for each list of ids.
 */
export const listDropIns = (
  tx: Tx,
  parentId: string | null,
  childIds: readonly string[],
  month: { id: string },
) =>
  rows<BookedDropIn>(
    tx,
    prepared(
      'drop-ins-of-month',
      sql`select extract(day from s.dropin_date)::int as n, c.name as child
        from children c join profiles p on p.id = c.parent_id
          join months m on m.id = ${month.id}
          join submissions s on s.dropin_date between m.first_day and (m.first_day + interval '1 month - 1 day')::date
            and ${isDropInOf(CHILD)}
        where c.parent_id = ${parentId} and c.id = any(${childIds}::uuid[]) order by s.dropin_date, c.name, c.id`,
    ),
  )

/** A drop-in for the child waits, then sees what the caller stored; works for removed children too. */
export const lockChild = (tx: Tx, childId: string) =>
  maybeOne<Pick<ChildRow, 'name' | 'deleted_at'>>(
    tx,
    sql`select name, deleted_at from children where id = ${childId} for share`,
  )

export const alreadyBooked = (child: string, kind: BookingKind, day: Day) =>
  new AppError('already-booked', { child, kind, month: null, day })

/** A cancelled registration keeps, and charges, the days on which the child was here. Only staff choose past days. */
export async function assertNotKept(
  tx: Tx,
  childIds: readonly string[],
  month: { id: string },
  days: readonly number[],
): Promise<void> {
  const kept = await maybeOne<{ child: string; day: Day }>(
    tx,
    sql`select c.name as child, m.first_day + n - 1 as day
      from submissions s join children c on c.id = s.child_id join months m on m.id = s.month_id,
        unnest(s.selected_days) as n
      where s.child_id = any(${childIds}::uuid[]) and m.id = ${month.id} and s.cancellation is not null
        and n = any(${days}::integer[])
      order by n, c.name limit 1`,
  )
  if (kept) throw alreadyBooked(kept.child, 'registration', kept.day)
}
