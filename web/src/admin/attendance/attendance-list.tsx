import { ATTENDANCE_STATUS_LABELS, dismissalLabel } from '@aftercare/domain/attendance/attendance'
import { REMARK_LABELS } from '@aftercare/domain/attendance/attendance-remark'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { CircleSlash, TriangleAlert } from 'lucide-react'
import { StatusBadge } from '../../ui/data/badge'
import type { Column, DataListProps } from '../../ui/data/columns'
import { DataList } from '../../ui/data/data-list'
import { kindOfType } from '../../ui/month-calendar/day-cell'
import { DayTypeIcon } from '../../ui/month-calendar/day-type-icon'
import { PhoneLinks } from '../phone-links'
import { SameChildQuestion } from '../same-child/same-child'
import { useMay } from '../use-may'
import { AllergyMark } from './allergy-mark'
import type { AttendanceLine } from './attendance.api'

/** The headings of `attendanceColumns`, which the printed report and the CSV file take theirs from. */
const COLUMNS: readonly Column<AttendanceLine>[] = [
  {
    label: 'Child Name',
    role: 'title',
    wrap: 'min-w-32',
    // Struck through when the child is not coming: visible at a glance, also without colour.
    cell: ({ child, remark }) => (
      <b className={remark === 'not_coming' ? 'font-semibold line-through' : 'font-semibold'}>{child}</b>
    ),
  },
  { label: 'Parent', role: 'meta', wrap: 'min-w-32', cell: (row) => row.parent },
  { label: 'Phone', role: 'meta', wrap: 'min-w-33', cell: (row) => <PhoneLinks adults={row.adults} /> },
  {
    label: 'Allergies',
    role: 'alert',
    fixed: 'w-[22%] min-w-44',
    cell: (row) => (
      <div className="grid justify-items-start gap-2">
        <AllergyMark allergies={row.allergies} />
        <SameChildQuestion submissionId={row.id} known={row.knownFamily} isCompact />
      </div>
    ),
  },
  { label: 'Notes', role: 'meta', wrap: 'min-w-40 whitespace-pre-line', cell: (row) => <Notes row={row} /> },
  {
    label: 'Dismissal',
    role: 'subtitle',
    cell: ({ dismissalType }) => (
      <span className="inline-flex items-center gap-1.5 align-middle">
        <DayTypeIcon kind={kindOfType(dismissalType)} className="size-4" />
        {dismissalLabel(dismissalType)}
      </span>
    ),
  },
  {
    label: 'Type',
    role: 'status',
    cell: ({ status }) =>
      status === 'drop-in' ? (
        <StatusBadge status="drop-in">Drop-In</StatusBadge>
      ) : (
        ATTENDANCE_STATUS_LABELS[status]
      ),
    card: ({ status }) => <StatusBadge status={status}>{ATTENDANCE_STATUS_LABELS[status]}</StatusBadge>,
  },
]

const FEE: Column<AttendanceLine> = {
  label: 'Fee',
  role: 'amount',
  align: 'right',
  cell: (row) => formatUsd(toCents(row.fee ?? 0)),
}
const WITH_FEE = [...COLUMNS, FEE]

export function AttendanceList({ query }: { query: DataListProps<AttendanceLine>['query'] }) {
  const hasFees = useMay('admin.fees')
  return (
    <DataList
      label="Attendance"
      columns={hasFees ? WITH_FEE : COLUMNS}
      query={query}
      error="We couldn't load the list for this date."
      empty="No children scheduled for this date"
      loading="Loading attendance data..."
      rowAttributes={({ remark }) => ({
        'data-not-coming': remark === 'not_coming' || undefined,
        className: 'data-not-coming:bg-surface-inset data-not-coming:text-muted',
      })}
    />
  )
}

const REMARK_ICONS = { not_coming: CircleSlash, not_booked: TriangleAlert } as const

function Notes({ row: { notes, remark } }: { row: AttendanceLine }) {
  if (!remark) return notes || <span className="text-muted">-</span>
  const Icon = REMARK_ICONS[remark]
  return (
    <>
      <b className="inline-flex items-center gap-1 font-semibold text-text">
        <Icon aria-hidden="true" className="size-4 flex-none" />
        {REMARK_LABELS[remark]}
      </b>
      {notes.slice(REMARK_LABELS[remark].length)}
    </>
  )
}
