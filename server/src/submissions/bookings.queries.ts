import { childrenNamed } from '@aftercare/domain/guest-claims/children-named'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { BookedDropIn } from '@aftercare/domain/months/availability'
import { adultEmailsOf } from '../db/adults'
import { holdsItsDays } from '../db/approved'
import type { Tx } from '../db/client'
import { maybeOne, prepared, rows, type Sql, sql } from '../db/sql'
import type { ChildRow } from '../db/tables'
import { AppError } from '../errors'
import { isMonthOf } from '../months/months.queries'

/** A drop-in for a day that is already booked would be paid twice. */

export type BookingKind = 'registration' | 'drop-in'
export type BookedChild = { id: string; name: string; parent_id: string }

/**
 * Drop-ins (`s`) of the child, or entered by staff with the email of an adult of the family: those have no child id, only
 * a `typedName`, by which `isDropInOf` matches them. They have no agreement; guests' do, and guests are not matched. A removed
 * drop-in that an arrival brought back is none, nor is one that was declined. Within the `or`, only an array of emails lets
 * PostgreSQL use the index.
 */
const mayBeDropInOf = (childId: string | Sql, familyId: string | Sql): Sql =>
  sql`not s.is_restored and ${holdsItsDays} and (s.child_id = ${childId}
    or (s.parent_id is null and s.agreed_at is null
      and guest_key(s.guest_parent_email) = any(array(${adultEmailsOf(familyId)}))))`

const typedName = sql`case when s.child_id is null then s.guest_child_name end`

const isDropInOf = (child: { name: string }, typed: string | null): boolean =>
  typed === null || childrenNamed([child], typed).length > 0

/** `except`: a drop-in that does not count. */
export async function findBooking(
  tx: Tx,
  child: BookedChild,
  day: Day,
  except: string | null = null,
): Promise<BookingKind | null> {
  const { dayOfMonth } = getDayParts(day)
  const bookings = await rows<{ kind: BookingKind; typed: string | null }>(
    tx,
    prepared(
      'booking',
      sql`select 'registration' as kind, null as typed from submissions s join months m on m.id = s.month_id
        where s.child_id = ${child.id} and ${isMonthOf(day)}
          and ${dayOfMonth} = any(s.selected_days)
        union all
        select 'drop-in', ${typedName} from submissions s where s.dropin_date = ${day}
          and ${mayBeDropInOf(child.id, child.parent_id)}
          and s.id is distinct from ${except}::uuid`,
    ),
  )
  return bookings.find(({ typed }) => isDropInOf(child, typed))?.kind ?? null
}

export const dropInsStatement = (
  parentId: string | null,
  childIds: readonly string[],
  monthId: string,
): Sql =>
  sql`select extract(day from s.dropin_date)::int as n, c.name as child, ${typedName} as typed
    from children c join months m on m.id = ${monthId}
      join submissions s on s.dropin_date between m.first_day and (m.first_day + interval '1 month - 1 day')::date
        and ${mayBeDropInOf(sql`c.id`, sql`${parentId}`)}
    where c.parent_id = ${parentId} and c.id = any(${childIds}::uuid[]) order by s.dropin_date, c.name, c.id`

/**
 * Drop-ins of the family's children in that month. The caller has locked the children: a drop-in waits for it. With the
 * family as a condition PostgreSQL keeps one generic plan instead of planning for each list of ids.
 */
export async function listDropIns(
  tx: Tx,
  parentId: string | null,
  childIds: readonly string[],
  month: { id: string },
): Promise<BookedDropIn[]> {
  const found = await rows<BookedDropIn & { typed: string | null }>(
    tx,
    prepared('drop-ins-of-month', dropInsStatement(parentId, childIds, month.id)),
  )
  return found.filter(({ child, typed }) => isDropInOf({ name: child }, typed))
}

/** A drop-in for the child waits, then sees what the caller stored; works for removed children too. */
export const lockChild = (tx: Tx, childId: string) =>
  maybeOne<Pick<ChildRow, 'name' | 'deleted_at'>>(
    tx,
    sql`select name, deleted_at from children where id = ${childId} for share`,
  )

export const alreadyBooked = (child: string, kind: BookingKind, day: Day) =>
  new AppError('already-booked', { child, kind, month: null, day })

/** A cancelled registration charges the days on which the child was here. Only staff can choose such a day again. */
export async function assertNotChargedBefore(
  tx: Tx,
  childIds: readonly string[],
  month: { id: string },
  days: readonly number[],
): Promise<void> {
  const charged = await maybeOne<{ child: string; day: Day }>(
    tx,
    sql`select c.name as child, m.first_day + n - 1 as day
      from submissions s join children c on c.id = s.child_id join months m on m.id = s.month_id,
        unnest(s.selected_days) as n
      where s.child_id = any(${childIds}::uuid[]) and m.id = ${month.id} and s.cancellation is not null
        and n = any(${days}::integer[])
      order by n, c.name limit 1`,
  )
  if (charged) throw new AppError('day-charged', charged)
}
