import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { Tx } from '../db/client'
import { childDisplayName } from '../db/display-name'
import { execute, maybeOne, sql } from '../db/sql'
import { AppError } from '../errors'

/** The days of the month on which the child was marked as arrived, on submission `s`. */
export const attendedDays = sql`array(select extract(day from a.day)::int from attendance_marks a
  where a.submission_id = s.id and a.arrived_at is not null order by a.day)`

/** The days of the month for which the child is marked as not coming, on submission `s`. */
export const absentDays = sql`array(select extract(day from a.day)::int from attendance_marks a
  where a.submission_id = s.id and a.not_coming_at is not null and a.arrived_at is null order by a.day)`

/** Of days from today on that an edit gives up: chosen again, the child is expected. The submission is locked. */
export function clearAbsences(tx: Tx, id: string, days: readonly number[], today: Day) {
  const absent = sql`submission_id = ${id} and day >= ${today} and not_coming_at is not null and arrived_at is null
    and extract(day from day)::int = any(${days}::int[])`
  return execute(
    tx,
    sql`with removed as (delete from attendance_marks where ${absent} and note is null)
      update attendance_marks set not_coming_at = null, not_coming_by = null, version = version + 1
      where ${absent} and note is not null`,
  )
}

/** Whether staff switched off that families give up days that have begun. */
export const begunDaysStay = sql`exists (select from settings
  where key = 'pickup_times' and value -> 'give_up_begun_days' = 'false')`

export type StayingDays = { attended_days: number[]; begun_days_stay: boolean }

/**
 * A statement of its own, after the submission was locked: marking an arrival locks it too, so that none is missed
 * and none is stored before the caller's transaction ends.
 */
export async function findStayingDays(tx: Tx, id: string): Promise<StayingDays> {
  const found = await maybeOne<StayingDays>(
    tx,
    sql`select ${attendedDays} as attended_days, ${begunDaysStay} as begun_days_stay from submissions s where s.id = ${id}`,
  )
  return found ?? { attended_days: [], begun_days_stay: false }
}

/** A drop-in on whose day the child was marked as arrived stays. The caller has locked it. */
export async function assertNotAttended(tx: Tx, id: string): Promise<void> {
  const attended = await maybeOne<{ day: Day; child: string }>(
    tx,
    sql`select a.day, ${childDisplayName} as child from attendance_marks a join submissions s on s.id = a.submission_id
        left join children c on c.id = s.child_id
      where a.submission_id = ${id} and a.day = s.dropin_date and a.arrived_at is not null`,
  )
  if (!attended) return
  const { day: date, child } = attended
  const { dayOfMonth: n, year } = getDayParts(date)
  const day = { n, reason: 'attended' as const, date, monthName: '', year, free: null, child }
  throw new AppError('day-unavailable', { days: [day] })
}
