import type { Queryable } from './client'
import { affected, firstRow, join, type Sql, sql } from './sql'

type Kind = 'parents' | 'guests' | 'submissions'
type Which = { status?: number | undefined; isDropIn?: boolean | undefined }

/** How many there are, as the writing statements keep it: an expression for a select. */
export const tallied = (what: Kind, which: Which = {}): Sql =>
  sql`(select coalesce(sum(count), 0) from tallies where ${tallies(what, which)})`

function tallies(what: Kind, { status, isDropIn }: Which): Sql {
  const conditions = [sql`what = ${what}`]
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (isDropIn !== undefined) conditions.push(isDropIn ? sql`month_id is null` : sql`month_id is not null`)
  return join(conditions, ' and ')
}

/**
 * Rows may have been loaded past the triggers that count them. One statement sees both as of one moment, so a
 * difference is never a write under way. Answers whether it had to count anew.
 */
export async function mendTallies(db: Queryable): Promise<boolean> {
  const difference = await firstRow(
    db,
    sql`with kept as (
        select what, month_id, status, sum(count) as count, sum(fees) as fees from tallies group by what, month_id, status
        having sum(count) <> 0 or sum(fees) <> 0),
      real as (
        select 'submissions' as what, month_id, derived_status(total_fee, paid_amount, billed_status) as status,
          count(*) as count, sum(total_fee) as fees from submissions group by 2, 3
        union all
        select 'parents', null, null, count(*), 0 from user_roles where role = 'parent' having count(*) > 0
        union all
        select 'guests', null, null, count(distinct guest_key(guest_parent_email)), 0
          from submissions where parent_id is null having count(*) > 0)
      (select * from kept except select * from real) union all (select * from real except select * from kept) limit 1`,
  )
  if (!difference) return false
  await affected(db, sql`select recount_tallies()`)
  return true
}
