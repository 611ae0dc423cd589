import type { Queryable, Tx } from '../db/client'
import { lockParent } from '../db/family-transaction'
import { countRows, execute, prepared, rows, sql } from '../db/sql'
import type { SeatWatchRow } from '../db/tables'

export const listWatches = (db: Queryable, parentId: string) =>
  rows<Pick<SeatWatchRow, 'month_id' | 'day'>>(
    db,
    prepared(
      'own-seat-watches',
      sql`select month_id, day from seat_watches where parent_id = ${parentId} order by month_id, day`,
    ),
  )

/** The number of days the parent watches; concurrent inserts wait until the transaction ends. */
export async function countWatches(tx: Tx, parentId: string): Promise<number> {
  await lockParent(tx, parentId)
  return countRows(tx, sql`select count(*) from seat_watches where parent_id = ${parentId}`)
}

export const addWatch = (tx: Tx, watch: SeatWatchRow) =>
  execute(
    tx,
    sql`insert into seat_watches (parent_id, month_id, day, created_at, asked_by)
      values (${watch.parent_id}, ${watch.month_id}, ${watch.day}, ${watch.created_at}, ${watch.asked_by}) on conflict do nothing`,
  )

export const removeWatch = (tx: Tx, watch: Omit<SeatWatchRow, 'created_at' | 'asked_by'>) =>
  execute(
    tx,
    sql`delete from seat_watches
      where parent_id = ${watch.parent_id} and month_id = ${watch.month_id} and day = ${watch.day}`,
  )
