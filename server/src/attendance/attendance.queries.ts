import type { AttendanceSource } from '@aftercare/domain/attendance/attendance'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { DayType } from '@aftercare/domain/months/months'
import type { Queryable } from '../db/client'
import { guestPhone } from '../db/shown-names'
import { cents, rows, type Sql, sql } from '../db/sql'
import { findMonthOf } from '../months/months.queries'

/** `typeOfDay` is the day's type in its month, null where staff have made no such month. */
export type Attendance = { sources: AttendanceSource[]; typeOfDay: DayType | null }

/** Who comes on a day: registrations of its month that chose it, families' and guests', and the day's drop-ins. */
export async function listAttendance(db: Queryable, day: Day): Promise<Attendance> {
  const month = await findMonthOf(db, day)
  const sources = await rows<AttendanceSource>(
    db,
    sql`select ${sourceColumns}, ${isNotComing} as "isNotComing"
      from ${submissionsOn(day, month?.id ?? null)} ${withMarks(day)}`,
  )
  return { sources, typeOfDay: month?.typeOfDay ?? null }
}

/** Of `submissionsOn`. */
export const sourceColumns = sql`s.id, s.parent_id as "parentId", s.month_id as "monthId", ${cents('s.total_fee')} as "totalFeeCents",
  s.selected_days as "selectedDays",
  case when c.id is not null then json_build_object('name', c.name, 'allergies', c.allergies,
    'notes', c.notes, 'grade', c.grade) end as child,
  case when p.id is not null then json_build_object('fullName', p.full_name, 'phone', p.phone,
    'email', p.email) end as parent,
  s.guest_parent_name as "guestParentName", s.guest_parent_email as "guestParentEmail",
  ${guestPhone} as "guestParentPhone", s.guest_child_name as "guestChildName",
  s.guest_child_allergies as "guestChildAllergies", s.guest_child_notes as "guestChildNotes",
  s.dismissal_type as "dismissalType"`

/** Beside `submissionsOn`. */
export const withMarks = (day: Day): Sql =>
  sql`left join attendance_marks m on m.submission_id = s.id and m.day = ${day}::date`

/** Of both: a mark speaks for the child, so for each of its submissions on the day. */
const isNotComing = sql`bool_or(m.not_coming_at is not null and m.arrived_at is null)
  over (partition by coalesce(s.child_id, s.id)) is true`

/** A day's submissions with the family's own rows. Two arms, each with its index: an OR would read a whole month. */
export const submissionsOn = (day: Day, monthId: string | null): Sql => sql`(
    select * from submissions where month_id = ${monthId} and ${getDayParts(day).dayOfMonth}::int = any(selected_days)
    union all
    select * from submissions where dropin_date = ${day}) s
  left join profiles p on p.id = s.parent_id
  left join children c on c.id = s.child_id`
