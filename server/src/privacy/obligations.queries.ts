import type { Day } from '@aftercare/domain/lib/days'
import { toCents } from '@aftercare/domain/lib/money'
import {
  type FamilyBooking,
  type FamilyObligations,
  openObligations,
} from '@aftercare/domain/privacy/account-deletion'
import { memberIdsOf } from '../db/adults'
import { holdsItsDays } from '../db/approved'
import type { Tx } from '../db/client'
import { childDisplayName } from '../db/display-name'
import { cents, getOne, hasRow, rows, sql } from '../db/sql'
import { findTotals } from '../parents/parents.queries'
import type { Family } from './family.queries'

/** All that stands in the way of erasing the family; null if nothing does. The caller has locked it. */
export async function findOpenObligations(
  tx: Tx,
  { id, submissionIds }: Pick<Family, 'id' | 'submissionIds'>,
  today: Day,
): Promise<FamilyObligations | null> {
  const isShared = await hasRow(tx, sql`${memberIdsOf(id)} limit 1`)
  const { balance } = await findTotals(tx, { parentId: id, guestEmail: null })
  const balanceDueCents = toCents(balance)
  const unbilledCents = await findUnbilledCents(tx, id, today)
  const bookings = await listBookings(tx, submissionIds)
  const childrenHere = await listChildrenHere(tx, submissionIds, today)
  return openObligations({ isShared, balanceDueCents, unbilledCents, bookings, childrenHere }, today)
}

/** Of months that have begun; a drop-in belongs to the month of its day. */
async function findUnbilledCents(tx: Tx, parentId: string, today: Day): Promise<number> {
  const { unbilled_cents } = await getOne<{ unbilled_cents: number }>(
    tx,
    sql`select ${cents(sql`coalesce(sum(s.total_fee), 0)`)} as unbilled_cents
      from submissions s left join months m on m.id = s.month_id
      where s.parent_id = ${parentId} and s.billed_status <> 'billed'
        and coalesce(m.first_day, date_trunc('month', s.dropin_date)::date) <= ${today}::date`,
  )
  return unbilled_cents
}

const listBookings = (tx: Tx, submissionIds: readonly string[]) =>
  rows<FamilyBooking>(
    tx,
    sql`select child, "isGuest", max(day) as "lastDay" from (
        select ${childDisplayName} as child, s.parent_id is null as "isGuest",
          coalesce(s.dropin_date, m.first_day + (select max(n) - 1 from unnest(s.selected_days) as n)) as day
        from submissions s left join months m on m.id = s.month_id left join children c on c.id = s.child_id
        where s.id = any(${submissionIds}::uuid[]) and ${holdsItsDays}) booked
      where day is not null group by child, "isGuest" order by "lastDay", child`,
  )

/** Also whose day was given up, or whose drop-in came back for the arrival. */
async function listChildrenHere(tx: Tx, submissionIds: readonly string[], today: Day): Promise<string[]> {
  const found = await rows<{ child: string }>(
    tx,
    sql`select distinct ${childDisplayName} as child from attendance_marks a
        join submissions s on s.id = a.submission_id left join children c on c.id = s.child_id
      where s.id = any(${submissionIds}::uuid[]) and a.day = ${today}::date
        and a.arrived_at is not null and a.left_at is null
      order by child`,
  )
  return found.map(({ child }) => child)
}
