import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { Tx } from '../db/client'
import { maybeOne, prepared, sql } from '../db/sql'
import { AppError } from '../errors'
import { isMonthOf } from '../months/months.queries'

/** A drop-in for a day that is already booked would be paid twice. */

export type BookingKind = 'registration' | 'drop-in'
export type BookedChild = { id: string; name: string; parentEmail: string }

/**
 * The child's booking for that day. A drop-in entered by staff has no child id, only names: it is matched by the child's
 * name and the parent's email. Those have no agreement; guests' do, and guests are not matched. A removed drop-in that an
 * arrival brought back is none.
 */
export async function findBooking(tx: Tx, child: BookedChild, day: Day): Promise<BookingKind | null> {
  const { dayOfMonth } = getDayParts(day)
  const booking = await maybeOne<{ kind: BookingKind }>(
    tx,
    prepared(
      'booking',
      sql`select 'registration' as kind from submissions s join months m on m.id = s.month_id
        where s.child_id = ${child.id} and ${isMonthOf(day)}
          and ${dayOfMonth} = any(s.selected_days)
        union all
        select 'drop-in' from submissions s where s.dropin_date = ${day} and not s.is_restored and (s.child_id = ${child.id}
          or (s.parent_id is null and s.agreed_at is null
            and lower(btrim(s.guest_parent_email)) = lower(btrim(${child.parentEmail}))
            and lower(btrim(s.guest_child_name)) = lower(btrim(${child.name}))))
        limit 1`,
    ),
  )
  return booking?.kind ?? null
}

/** A drop-in for the child waits, then sees what the caller stored; works for removed children too. */
export async function lockChild(tx: Tx, childId: string): Promise<void> {
  await maybeOne(tx, sql`select 1 from children where id = ${childId} for share`)
}

export const alreadyBooked = (child: string, kind: BookingKind, day: Day) =>
  new AppError('already-booked', { child, kind, month: null, day })
