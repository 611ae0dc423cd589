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
  const { year, monthIndex, dayOfMonth } = getDayParts(day)
  const [month] = await db
    .select()
    .from(months)
    .where(and(eq(months.month_name, monthNameOf(monthIndex)), eq(months.year, year)))
  const isDropIn = eq(submissions.dropin_date, day)
  const rows = await db
    .select({
      submission: submissions,
      parent: { fullName: profiles.full_name, phone: profiles.phone, email: profiles.email },
      child: {
        name: children.name,
        allergies: children.allergies,
        notes: children.notes,
        grade: children.grade,
      },
    })
    .from(submissions)
    .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
    .leftJoin(children, eq(children.id, submissions.child_id))
    .where(
      month
        ? or(
            isDropIn,
            and(eq(submissions.month_id, month.id), arrayContains(submissions.selected_days, [dayOfMonth])),
          )
        : isDropIn,
    )
  return { sources: rows.map(sourceOf), typeOfDay: month ? typeIn(month, dayOfMonth) : null }
}

function typeIn(month: typeof months.$inferSelect, dayOfMonth: number): DayType {
  const calendar = {
    monthName: month.month_name,
    year: month.year,
    dayTypes: month.day_types,
    specialDays: month.special_days,
  }
  return dayType(calendar, dayOfMonth)
}

type JoinedRow = {
  submission: typeof submissions.$inferSelect
  parent: AttendanceSource['parent']
  child: AttendanceSource['child']
}

function sourceOf({ submission, parent, child }: JoinedRow): AttendanceSource {
  return {
    id: submission.id,
    parentId: submission.parent_id,
    monthId: submission.month_id,
    totalFeeCents: submission.total_fee_cents,
    selectedDays: submission.selected_days,
    child,
    parent,
    guestParentName: submission.guest_parent_name,
    guestParentEmail: submission.guest_parent_email,
    guestParentPhone: submission.guest_parent_phone,
    guestChildName: submission.guest_child_name,
    guestChildAllergies: submission.guest_child_allergies,
    guestChildNotes: submission.guest_child_notes,
    dismissalType: submission.dismissal_type,
  }
}
