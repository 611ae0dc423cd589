import { notesWithNotComing } from '@aftercare/domain/attendance/absence'
import {
  type AttendanceRow,
  type AttendanceStats,
  type AttendanceStatus,
  attendanceStats,
  feePerDayCents,
  joinNotes,
  NOTHING,
  namedAllergies,
} from '@aftercare/domain/attendance/attendance'
import type { Day } from '@aftercare/domain/lib/days'
import type { DayType } from '@aftercare/domain/months/months'
import type { Queryable } from '../db/client'
import { shownParentName, shownPhone } from '../db/shown-names'
import { firstRow, join, type Sql, sql } from '../db/sql'
import { findMonthOf } from '../months/months.queries'
import { submissionsOn, withMarks } from './attendance.queries'

export type DayReport = { rows: AttendanceRow[]; stats: AttendanceStats }

/**
 * The domain's attendance rows and their sums; a test holds them to the same answers. The database puts them in the
 * order of a reader's alphabet, with accents beside their letters.
 */
export async function findDayReport(db: Queryable, day: Day): Promise<DayReport> {
  const month = await findMonthOf(db, day)
  const found =
    (await readFields(db, day, month?.id ?? null, asItIs)) ??
    (await readFields(db, day, month?.id ?? null, withoutSeparator)) ??
    []
  const absent = new Set(found.filter(({ isMarkedAbsent }) => isMarkedAbsent).map(whose))
  const rows = found.map((fields) => rowOf(fields, absent.has(whose(fields)), month?.typeOfDay ?? null))
  return { rows, stats: attendanceStats(rows) }
}

/** Stands between the fields and between the rows, and in no text that a form takes. */
const SEPARATOR = '\u001f'

const asItIs = (column: Sql): Sql => column
const withoutSeparator = (column: Sql): Sql => sql`replace(${column}, chr(31), '')`

const COLUMNS = 14

/**
 * Hundreds of rows as one text, empty where a field is null: to write and read each field of each row by itself costs
 * both sides more than to find it. Nothing where a text holds the separator, which then must be taken out of it.
 */
async function readFields(db: Queryable, day: Day, monthId: string | null, text: typeof asItIs) {
  const child = text(sql`coalesce(c.name, s.guest_child_name)`)
  const columns = [
    sql`s.id`,
    sql`s.child_id`,
    child,
    text(shownParentName),
    text(shownPhone),
    text(sql`c.allergies`),
    text(sql`s.guest_child_allergies`),
    text(sql`c.notes`),
    text(sql`s.guest_child_notes`),
    sql`s.dismissal_type`,
    sql`case when s.parent_id is null or s.month_id is null then 'drop-in' else 'registered' end`,
    sql`s.total_fee`,
    sql`cardinality(s.selected_days)`,
    sql`case when m.not_coming_at is not null and m.arrived_at is null then 1 end`,
  ]
  const found = await firstRow<{ fields: string | null; total: number }>(
    db,
    sql`select count(*) as total, string_agg(concat(${join(columns, ', chr(31), ')}), chr(31)
        order by ${child} collate "en-US-x-icu", s.id) as fields
      from ${submissionsOn(day, monthId)} ${withMarks(day)}`,
  )
  const { fields, total } = found ?? { fields: null, total: 0 }
  const all = fields?.split(SEPARATOR) ?? []
  if (all.length !== total * COLUMNS) return null
  return Array.from({ length: total }, (_, n) => named(all.slice(n * COLUMNS, (n + 1) * COLUMNS)))
}

type Fields = ReturnType<typeof named>

const named = ([
  id = '',
  childId = '',
  child = '',
  parent = '',
  phone = '',
  allergies = '',
  guestAllergies = '',
  notes = '',
  guestNotes = '',
  dismissal = '',
  status = '',
  fee = '',
  days = '',
  isMarkedAbsent = '',
]: string[]) => ({
  id,
  childId,
  child,
  parent,
  phone,
  allergies,
  guestAllergies,
  notes,
  guestNotes,
  dismissal,
  status,
  fee,
  days,
  isMarkedAbsent,
})

/** A mark speaks for the child, so for each of its submissions on the day. */
const whose = ({ id, childId }: Fields) => childId || id

const rowOf = (fields: Fields, isNotComing: boolean, typeOfDay: DayType | null): AttendanceRow => ({
  id: fields.id,
  child: fields.child || NOTHING,
  parent: fields.parent || NOTHING,
  phone: fields.phone || NOTHING,
  allergies: namedAllergies(fields.allergies, fields.guestAllergies),
  notes: notesWithNotComing(joinNotes([fields.notes, fields.guestNotes]), isNotComing),
  dismissalType: (fields.dismissal as DayType) || (typeOfDay ?? 'regular'),
  status: fields.status as AttendanceStatus,
  isNotComing,
  feeCents: feePerDayCents(Math.round(Number(fields.fee) * 100), Number(fields.days)),
})
