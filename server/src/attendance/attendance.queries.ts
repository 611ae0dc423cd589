import {
  type AttendanceRow,
  type AttendanceSource,
  type AttendanceStats,
  attendanceRow,
  attendanceStats,
  compareAttendance,
  type DetailedSource,
  type ShownDetails,
} from '@aftercare/domain/attendance/attendance'
import type { AttendanceRemark } from '@aftercare/domain/attendance/attendance-remark'
import type { BarredNamesakes } from '@aftercare/domain/board/barred-namesakes'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { DayType } from '@aftercare/domain/months/months'
import { otherAdultsOf } from '../db/adults'
import { isApproved } from '../db/approved'
import type { Queryable } from '../db/client'
import { childDisplayName, firstAdultPhone, parentDisplayEmail, parentDisplayName } from '../db/display-name'
import { cents, countRows, join, prepared, rows, type Sql, sql } from '../db/sql'
import { findMonthOf } from '../months/months.queries'
import { addKnownFamilies } from '../same-child/known-families.queries'

/** `typeOfDay` is the day's type in its month, null if staff have not created the month. */
export type Attendance<Source = AttendanceSource> = {
  sources: Source[]
  typeOfDay: DayType | null
  isCancelled: boolean
}

export const attendanceStatement = (day: Day, monthId: string | null, more: Sql = sql``): Sql =>
  sql`select ${sourceColumns(day)}, ${otherAdultsOf} as "otherAdults",
      case when not ${isBooked(day, monthId)} then 'not_booked' when m.arrived_at is not null then 'arrived'
        when m.not_coming_at is not null then 'not_coming' end as remark${more}
    from ${submissionsOn(day, monthId)} ${withMarks(day)}`

/** Who comes on a day: its month's registrations that include it, by families and guests, its drop-ins, and who arrived. */
export const listAttendance = (db: Queryable, day: Day): Promise<Attendance> => list(db, day, sql``, 'guest')

/**
 * The same with what the day report does not show. For the noon mail, which is kept: with nothing of a child found by name
 * alone, because erasing its family would not find the guest's row.
 */
export const listDetailedAttendance = (db: Queryable, day: Day): Promise<Attendance<DetailedSource>> =>
  list<DetailedSource>(db, day, detailColumns, 'none')

/** `more` columns begin with a comma. */
async function list<Source extends AttendanceSource>(
  db: Queryable,
  day: Day,
  more: Sql,
  namesakes: BarredNamesakes,
): Promise<Attendance<Source>> {
  const month = await findMonthOf(db, day)
  const found = await rows<FoundSource<Source>>(
    db,
    prepared('attendance', attendanceStatement(day, month?.id ?? null, more)),
  )
  await addKnownFamilies(
    db,
    found.filter(({ childId }) => childId === null),
    { namesakes },
  )
  // Marks and allergies apply to the child, so to each of its submissions for the day.
  const arrived = childrenWith(found, ({ remark }) => remark === 'arrived' || remark === 'not_booked')
  const absent = childrenWith(found, ({ remark }) => remark === 'not_coming')
  const booked = childrenWith(found, ({ remark }) => remark !== 'not_booked')
  const allergies = new Map<string, (string | null)[]>()
  for (const source of found) {
    const ofChild = allergies.get(childKey(source)) ?? []
    ofChild.push(source.guestChildAllergies)
    allergies.set(childKey(source), ofChild)
  }
  const sources: Source[] = []
  for (const source of found) {
    const key = childKey(source)
    const { remark } = source
    if (remark === 'not_booked' && booked.has(key)) continue
    const isAbsent = absent.has(key) && !arrived.has(key)
    sources.push(
      Object.assign(source, {
        remark: remark === 'not_booked' ? remark : isAbsent ? ('not_coming' as const) : null,
        moreAllergies: allergies.get(key),
      }) as unknown as Source,
    )
  }
  return { sources, typeOfDay: month?.typeOfDay ?? null, isCancelled: month?.isCancelled ?? false }
}

/** As read: `arrived` only refutes an absence of the child's other submissions. */
type FoundSource<Source = AttendanceSource> = Omit<Source, 'remark'> & {
  remark: AttendanceRemark | 'arrived' | null
}

const childrenWith = (sources: readonly FoundSource[], has: (source: FoundSource) => boolean) =>
  new Set(sources.filter(has).map(childKey))

const childKey = ({ childId, id }: FoundSource) => childId ?? id

/** How many drop-in requests for these days wait for approval. */
export const countWaitingOn = (db: Queryable, days: readonly Day[]): Promise<number> =>
  countRows(
    db,
    sql`select count(*) from submissions where status = 'waiting' and dropin_date = any(${days}::date[])`,
  )

export type DayReport = { rows: AttendanceRow[]; stats: AttendanceStats; isCancelled: boolean }

/** The day's children as rows, by name, with totals. */
export async function findDayReport(db: Queryable, day: Day): Promise<DayReport> {
  const { sources, typeOfDay, isCancelled } = await listAttendance(db, day)
  const report = sources.map((source) => attendanceRow(source, typeOfDay)).sort(compareAttendance)
  return { rows: report, stats: attendanceStats(report), isCancelled }
}

/** Columns of `submissionsOn`. The report adds two and must not have more than 17, or its rows are slow to read: decision 22. */
export const sourceColumns = (day: Day): Sql => sql`s.id, s.child_id as "childId", s.month_id as "monthId",
  ${cents('s.total_fee')} as "totalFeeCents",
  case when s.cancellation is not null then ${cancelledDayCount(day)}
    when s.credits = '{}' then cardinality(s.selected_days)
    when not s.credits ? ${String(getDayParts(day).dayOfMonth)}
      then cardinality(s.selected_days) - (select count(*)::int from jsonb_object_keys(s.credits)) end as "dayCount",
  ${childDisplayName} as "childName", ${parentDisplayName} as "parentName", ${parentDisplayEmail} as "parentEmail",
  ${firstAdultPhone} as phone, c.allergies as "childAllergies",
  s.guest_child_allergies as "guestChildAllergies", c.notes as "childNotes", s.guest_child_notes as "guestChildNotes",
  s.dismissal_type as "dismissalType"`

const DETAIL_COLUMNS = { childGrade: sql`c.grade as "childGrade"` } satisfies Record<keyof ShownDetails, Sql>

/** More columns of `submissionsOn`, for those who show them; the list begins with a comma. */
export const detailColumns = join(
  Object.values(DETAIL_COLUMNS).map((column) => sql`, ${column}`),
  '',
)

/** The days that the fee of a cancelled registration is for: those that stayed, or all of them if it was kept. */
const cancelledDayCount = (
  day: Day,
): Sql => sql`case when not s.credits ? ${String(getDayParts(day).dayOfMonth)}
  then (select count(*)::int from jsonb_array_elements_text(case s.cancellation ->> 'fee'
    when 'keep' then s.cancellation -> 'selected_days' else to_jsonb(s.selected_days) end) as n where not s.credits ? n) end`

/** To join to `submissionsOn`. */
export const withMarks = (day: Day): Sql =>
  sql`left join attendance_marks m on m.submission_id = s.id and m.day = ${day}::date`

/**
 * Whether `submissions s` has the day; a drop-in that is not approved, or that was removed and brought back by an arrival,
 * has not.
 */
export const isBooked = (day: Day, monthId: string | null | Sql): Sql =>
  sql`coalesce(s.dropin_date = ${day}::date and not s.is_restored and ${isApproved} or s.month_id = ${monthId}
    and s.selected_days @> array[${getDayParts(day).dayOfMonth}::int], false)`

/**
 * A day's submissions with their families: who is booked, and who arrived all the same. A union uses an index for each
 * part; an OR would scan a whole month.
 */
export const submissionsOn = (day: Day, monthId: string | null): Sql => sql`(
    select * from submissions where month_id = ${monthId} and ${getDayParts(day).dayOfMonth}::int = any(selected_days)
    union all
    select s.* from submissions s where dropin_date = ${day} and not is_restored and ${isApproved}
    union all
    select s.* from attendance_marks m join submissions s on s.id = m.submission_id
      where m.day = ${day} and m.arrived_at is not null and not ${isBooked(day, monthId)}) s
  left join profiles p on p.id = s.parent_id
  left join children c on c.id = s.child_id`
