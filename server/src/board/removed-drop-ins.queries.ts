import type { Day } from '@aftercare/domain/lib/days'
import { DROP_IN_STATUS } from '@aftercare/domain/lib/enums'
import type { Tx } from '../db/client'
import { execute, join, maybeOne, sql } from '../db/sql'
import type { RemovedDropInRow } from '../db/tables'
import { isMonthOf } from '../months/months.queries'

type Marked = { submission_id: string; day: Day }

/**
 * Before anything else of the transaction: a removal locks the month first too, so none happens meanwhile, and storing the
 * drop-in again writes the month's seats.
 */
export async function lockArrivals(tx: Tx, arrivals: readonly Marked[]): Promise<void> {
  const days = [...new Set(arrivals.map(({ day }) => day))]
  if (days.length === 0) return
  await execute(
    tx,
    sql`select from months where ${join(days.map(isMonthOf), ' or ')} order by id for no key update`,
  )
  const ids = arrivals.map(({ submission_id }) => submission_id)
  await execute(
    tx,
    sql`select from children where id in (select child_id from removed_drop_ins where id = any(${ids}::uuid[]))
      order by id for key share`,
  )
}

export type RemovedDropIn = Pick<RemovedDropInRow, 'id' | 'child_id' | 'parent_id' | 'dropin_date'> & {
  child_name: string
}

export const findRemovedDropIn = (tx: Tx, id: string): Promise<RemovedDropIn | null> =>
  maybeOne<RemovedDropIn>(
    tx,
    sql`select r.id, r.child_id, r.parent_id, r.dropin_date, coalesce(c.name, r.guest_child_name, '') as child_name
      from removed_drop_ins r left join children c on c.id = r.child_id where r.id = ${id}`,
  )

/** Free of charge, and "Not booked". */
export async function restoreDropIn(tx: Tx, id: string, at: string): Promise<void> {
  await execute(
    tx,
    sql`with restored as (delete from removed_drop_ins where id = ${id} returning *)
      insert into submissions (id, parent_id, child_id, guest_parent_name, guest_parent_email, guest_parent_phone,
        guest_child_name, guest_child_allergies, guest_child_notes, dropin_date, selected_days, dismissal_type,
        total_fee, status, submitted_at, updated_at, language, agreed_at, agreement_id,
        is_same_child, guest_account_id, is_restored)
      select id, parent_id, child_id, guest_parent_name, guest_parent_email, guest_parent_phone, guest_child_name,
        guest_child_allergies, guest_child_notes, dropin_date, array[extract(day from dropin_date)::integer],
        dismissal_type, 0, ${DROP_IN_STATUS}, submitted_at, ${at}::timestamptz, language, agreed_at, agreement_id,
        is_same_child, guest_account_id, true
      from restored`,
  )
}
