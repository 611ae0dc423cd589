import {
  ATTENDANCE_STATUS_LABELS,
  type AttendanceRow,
  dismissalLabel,
  joinNotes,
} from '../attendance/attendance'
import { allergiesText } from '../children/allergies'
import { knownFamilyNotes } from '../guest-claims/same-child'
import { CANCELLED_LABEL, type MonthIdentity } from '../months/months'
import {
  type DerivedStatus,
  LIST_STATUS_LABELS,
  SUBMISSION_TYPE_LABELS,
  submissionType,
} from '../submissions/submissions'
import { formatMonth } from './dates-format'
import { type Day, dayInZone } from './days'
import { withoutIsolates } from './isolate'
import { toDecimal } from './money'
import { timeOfDayInZone } from './time-of-day'

/** Columns and cells of the exports; the writer quotes them and disarms formulas. */

export const SUBMISSION_CSV_COLUMNS = [
  'Parent Name',
  'Parent Email',
  'Child Name',
  'Type',
  'Month',
  'Days',
  'Fee',
  'Status',
  'Submitted Date',
  'Allergies',
] as const

export type SubmissionCsvSource = {
  parentName: string
  parentEmail: string
  childName: string
  monthId: string | null
  month: MonthIdentity | null
  dropInDay: Day | null
  selectedDays: readonly number[]
  isCancelled: boolean
  totalFeeCents: number
  status: DerivedStatus
  submittedOn: Day
  allergies: string | null
}

export function submissionCsvRow(source: SubmissionCsvSource): string[] {
  return [
    source.parentName,
    source.parentEmail,
    source.childName,
    SUBMISSION_TYPE_LABELS[submissionType(source.monthId)],
    source.month ? formatMonth(source.month.month_name, source.month.year) : (source.dropInDay ?? ''),
    [...source.selectedDays, ...(source.isCancelled ? [CANCELLED_LABEL] : [])].join('; '),
    toDecimal(source.totalFeeCents),
    LIST_STATUS_LABELS[source.status],
    source.submittedOn,
    allergiesText(source.allergies),
  ]
}

const ATTENDANCE_COLUMNS = [
  'Child Name',
  'Parent',
  'Phone',
  'Allergies',
  'Notes',
  'Dismissal',
  'Type',
] as const

/** The Attendance role sees no fees. */
export const attendanceColumns = (hasFees: boolean): readonly string[] =>
  hasFees ? [...ATTENDANCE_COLUMNS, 'Fee'] : ATTENDANCE_COLUMNS

export function attendanceCsvRow(row: AttendanceRow, hasFees: boolean): string[] {
  return [
    row.child,
    row.parent,
    row.phone,
    row.allergies,
    joinNotes([row.notes, ...knownFamilyNotes(row.knownFamily).map(withoutIsolates)]),
    dismissalLabel(row.dismissalType),
    ATTENDANCE_STATUS_LABELS[row.status],
    ...(hasFees ? [toDecimal(row.feeCents)] : []),
  ]
}

export const LATE_CSV_COLUMNS = ['Date', 'Child', 'Minutes Late', 'Picked Up By', 'Parent'] as const

export function lateCsvRow(row: {
  day: Day
  child_name: string
  late_minutes: number
  picked_up_by: string | null
  parent_name: string
}): string[] {
  return [row.day, row.child_name, String(row.late_minutes), row.picked_up_by ?? '', row.parent_name]
}

/** For the activity log. */
export const ACTIVITY_CSV_COLUMNS = ['Time', 'Person', 'Kind', 'What happened'] as const

/** "2026-11-10 20:03" in the programme's time zone, which a spreadsheet recognises and sorts. */
export const csvTime = (instant: string, timeZone: string): string =>
  `${dayInZone(new Date(instant), timeZone)} ${timeOfDayInZone(instant, timeZone)}`

export function activityCsvName(today: Day): string {
  return `activity-${today}.csv`
}

export function submissionsCsvName(today: Day): string {
  return `submissions-export-${today}.csv`
}

export function attendanceCsvName(day: Day): string {
  return `attendance-${day}.csv`
}

export function lateCsvName(today: Day): string {
  return `late-pick-ups-${today}.csv`
}
