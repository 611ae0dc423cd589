import type { AttendanceSource } from '@aftercare/domain/attendance'
import { type Day, getDayParts, monthNameOf } from '@aftercare/domain/days'
import { type DayType, dayType } from '@aftercare/domain/months'
import { and, arrayContains, eq, or } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { children, months, profiles, submissions } from '../db/schema'

/** `typeOfDay` is the day's type in its month, null where staff have made no such month. */
export type Attendance = { sources: AttendanceSource[]; typeOfDay: DayType | null }

/** Who comes on a day: registrations of its month that chose it, families' and guests', and the day's drop-ins. */
export async function listAttendance(db: Queryable, day: Day): Promise<Attendance> {
  const month = await findMonthOf(db, day)
  const isDropIn = eq(submissions.dropin_date, day)
  const isRegistered = month
    ? and(
        eq(submissions.month_id, month.id),
        arrayContains(submissions.selected_days, [getDayParts(day).dayOfMonth]),
      )
    : undefined
  const sources = await db
    .select(sourceColumns)
    .from(submissions)
    .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
    .leftJoin(children, eq(children.id, submissions.child_id))
    .where(or(isDropIn, isRegistered))
  return { sources, typeOfDay: month?.typeOfDay ?? null }
}

async function findMonthOf(db: Queryable, day: Day): Promise<{ id: string; typeOfDay: DayType } | null> {
  const { year, monthIndex, dayOfMonth } = getDayParts(day)
  const [month] = await db
    .select({
      id: months.id,
      monthName: months.month_name,
      year: months.year,
      dayTypes: months.day_types,
      specialDays: months.special_days,
    })
    .from(months)
    .where(and(eq(months.month_name, monthNameOf(monthIndex)), eq(months.year, year)))
  return month ? { id: month.id, typeOfDay: dayType(month, dayOfMonth) } : null
}

const sourceColumns = {
  id: submissions.id,
  parentId: submissions.parent_id,
  monthId: submissions.month_id,
  totalFeeCents: submissions.total_fee_cents,
  selectedDays: submissions.selected_days,
  child: {
    name: children.name,
    allergies: children.allergies,
    notes: children.notes,
    grade: children.grade,
  },
  parent: { fullName: profiles.full_name, phone: profiles.phone, email: profiles.email },
  guestParentName: submissions.guest_parent_name,
  guestParentEmail: submissions.guest_parent_email,
  guestParentPhone: submissions.guest_parent_phone,
  guestChildName: submissions.guest_child_name,
  guestChildAllergies: submissions.guest_child_allergies,
  guestChildNotes: submissions.guest_child_notes,
  dismissalType: submissions.dismissal_type,
}
