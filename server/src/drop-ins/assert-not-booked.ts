import type { Day } from '@aftercare/domain/lib/days'
import type { Tx } from '../db/client'
import { maybeOne, rows, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'
import { alreadyBooked, type BookedChild, findBooking } from '../submissions/bookings.queries'

type Entry = { dropin_date: Day; guest_child_name: string; guest_parent_email: string }

/**
 * The children that staff's entry refers to: by the account's email and the child's name, ignoring case. Locked, so
 * that neither the family nor a colleague books the day meanwhile.
 */
function lockNamedChildren(tx: Tx, entry: Entry) {
  return rows<{ id: string; name: string; parentEmail: string }>(
    tx,
    sql`select c.id, c.name, p.email as "parentEmail" from children c join profiles p on p.id = c.parent_id
      where lower(p.email) = lower(btrim(${entry.guest_parent_email}))
        and lower(btrim(c.name)) = lower(btrim(${entry.guest_child_name}))
      order by c.id for no key update of c`,
  )
}

/** Staff may confirm and continue if the child is already booked. */
export async function assertNotBooked(tx: Tx, entry: Entry): Promise<void> {
  for (const child of await lockNamedChildren(tx, entry))
    await assertChildNotBooked(tx, child, entry.dropin_date)
}

/** The child is locked by the caller. */
export async function assertChildNotBooked(tx: Tx, child: BookedChild, day: Day): Promise<void> {
  const kind = await findBooking(tx, child, day)
  if (kind) throw alreadyBooked(child.name, kind, day)
}

/**
 * Since it was requested staff may have entered another drop-in of the child, or the family claimed a registration of the
 * day. Both lock the month, as the caller has done.
 */
export async function assertNotBookedTwice(
  tx: Tx,
  { id, child_id }: Pick<SubmissionRow, 'id' | 'child_id'>,
  day: Day,
): Promise<void> {
  const child = await maybeOne<BookedChild>(
    tx,
    sql`select c.id, c.name, p.email as "parentEmail" from children c join profiles p on p.id = c.parent_id
      where c.id = ${child_id}`,
  )
  const kind = child && (await findBooking(tx, child, day, id))
  if (kind) throw alreadyBooked(child.name, kind, day)
}
