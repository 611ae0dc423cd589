import { childrenNamed } from '@aftercare/domain/guest-claims/children-named'
import type { Day } from '@aftercare/domain/lib/days'
import { adultEmailsOf, familyIdByEmail } from '../db/adults'
import { holdsItsDays, isApproved } from '../db/approved'
import type { Tx } from '../db/client'
import { rows, type Sql, sql } from '../db/sql'
import type { SubmissionRow } from '../db/tables'
import { alreadyBooked, type BookedChild, findBooking } from '../submissions/bookings.queries'

type Entry = { dropin_date: Day; guest_child_name: string; guest_parent_email: string }

/**
 * The children that staff's entry refers to: by the email of an adult of the family and the child's name. Locked, with
 * brothers and sisters, so that neither the family nor a colleague books the day meanwhile.
 */
const lockNamedChildren = (tx: Tx, { guest_parent_email: parentEmail, guest_child_name: name }: Entry) =>
  listNamedChildren(tx, { name, parentEmail }, sql`order by id for no key update`)

async function listNamedChildren(tx: Tx, { name, parentEmail }: NamedChild, locked = sql``) {
  const family = sql`select id, name, parent_id from children where parent_id = (${familyIdByEmail(parentEmail)})`
  return childrenNamed(await rows<BookedChild>(tx, sql`${family} ${locked}`), name)
}

/** Staff may confirm and continue if the child is already booked. */
export async function assertNotBooked(tx: Tx, entry: Entry): Promise<void> {
  for (const child of await lockNamedChildren(tx, entry))
    await assertChildNotBooked(tx, child, entry.dropin_date)
  await assertNotRequested(
    tx,
    { name: entry.guest_child_name, parentEmail: entry.guest_parent_email },
    entry.dropin_date,
  )
}

type Requested = Pick<
  SubmissionRow,
  'id' | 'child_id' | 'is_same_child' | 'guest_child_name' | 'guest_parent_email'
>

type NamedChild = { name: string; parentEmail: string }

/** A guest's request for approval may be what the caller is calling about. Of requests without it nobody is asked. */
export const assertNotRequested = (tx: Tx, child: NamedChild, day: Day): Promise<void> =>
  assertNoneNamed(tx, child, day, sql`s.parent_id is null and s.approval is not null and ${holdsItsDays}`)

/** By the names and the emails of the family, as "Same child?" finds a guest's child. */
async function assertNoneNamed(
  tx: Tx,
  { name, parentEmail }: NamedChild,
  day: Day,
  which: Sql,
): Promise<void> {
  const found = await rows<{ name: string }>(
    tx,
    sql`select s.guest_child_name as name from submissions s where s.dropin_date = ${day} and not s.is_restored
      and guest_key(s.guest_parent_email) in (
        select guest_key(${parentEmail}) union all ${adultEmailsOf(sql`(${familyIdByEmail(parentEmail)})`)})
      and s.guest_child_name is not null and ${which}`,
  )
  if (childrenNamed(found, name).length > 0) throw alreadyBooked(name.trim(), 'drop-in', day)
}

/** The child is locked by the caller. */
export async function assertChildNotBooked(tx: Tx, child: BookedChild, day: Day): Promise<void> {
  const kind = await findBooking(tx, child, day)
  if (kind) throw alreadyBooked(child.name, kind, day)
}

/**
 * Since it was requested staff may have entered another drop-in of the child, or the family claimed a registration of the
 * day. Both lock the month, as the caller has done. A guest's child is known by its names, unless staff said that the one
 * on file is another child.
 */
export async function assertNotBookedTwice(
  tx: Tx,
  { id, child_id, is_same_child, guest_child_name: name, guest_parent_email: email }: Requested,
  day: Day,
): Promise<void> {
  const named = { name: name ?? '', parentEmail: email ?? '' }
  if (child_id === null) {
    await assertNoneNamed(tx, named, day, sql`s.id <> ${id} and s.parent_id is null and ${isApproved}`)
  }
  if (child_id === null && is_same_child !== null) return
  const onFile =
    child_id === null
      ? await listNamedChildren(tx, named)
      : await rows<BookedChild>(tx, sql`select id, name, parent_id from children where id = ${child_id}`)
  for (const child of onFile) {
    const kind = await findBooking(tx, child, day, id)
    if (kind) throw alreadyBooked(child.name, kind, day)
  }
}
