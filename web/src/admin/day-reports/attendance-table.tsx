import { ATTENDANCE_STATUS_LABELS, dismissalLabel } from '@aftercare/domain/attendance'
import { ATTENDANCE_CSV_COLUMNS } from '@aftercare/domain/csv'
import { formatUsd, toCents } from '@aftercare/domain/money'
import { AllergyMark } from '../../features/attendance/allergy-mark'
import type { AttendanceLine } from '../../features/attendance/attendance.api'
import { StatusBadge } from '../../ui/badge'
import { DayTypeIcon } from '../../ui/month-calendar/day-type-icon'
import { TableError, TableMessage } from '../../ui/states'
import { Cell, type Column, Row, TableFrame, TableHead } from '../../ui/table'

const COLUMNS: readonly Column[] = ATTENDANCE_CSV_COLUMNS.map((label) => ({
  key: label,
  label,
  align: label === 'Fee' ? 'right' : 'left',
}))

type AttendanceTableProps = {
  /** Left out while it loads and after a failed load. */
  rows?: readonly AttendanceLine[]
  hasFailed: boolean
  onRetry: () => void
}

export function AttendanceTable({ rows, hasFailed, onRetry }: AttendanceTableProps) {
  return (
    <TableFrame
      label="Attendance"
      footer={
        hasFailed ? (
          <TableError message="The list of this date could not be loaded." onRetry={onRetry} />
        ) : !rows ? (
          <TableMessage>Loading attendance data...</TableMessage>
        ) : rows.length === 0 ? (
          <TableMessage>No children scheduled for this date</TableMessage>
        ) : null
      }
    >
      <TableHead columns={COLUMNS} />
      <tbody>
        {rows?.map((row) => (
          <AttendanceTableRow key={row.id} row={row} />
        ))}
      </tbody>
    </TableFrame>
  )
}

function AttendanceTableRow({ row }: { row: AttendanceLine }) {
  const { dismissalType } = row
  return (
    <Row>
      <Cell>
        <b className="font-semibold">{row.child}</b>
      </Cell>
      <Cell>{row.parent}</Cell>
      <Cell>{row.phone}</Cell>
      <Cell wrap className="min-w-44">
        <AllergyMark allergies={row.allergies} />
      </Cell>
      <Cell wrap className="min-w-40 wrap-anywhere whitespace-pre-line">
        {row.notes || <span className="text-muted">-</span>}
      </Cell>
      <Cell>
        <span className="inline-flex items-center gap-1.5 align-middle">
          <DayTypeIcon
            kind={dismissalType === 'no_school' ? 'no-school' : dismissalType}
            className="size-4"
          />
          {dismissalLabel(dismissalType)}
        </span>
      </Cell>
      <Cell>
        {row.status === 'drop-in' ? <StatusBadge status="Drop-In" /> : ATTENDANCE_STATUS_LABELS[row.status]}
      </Cell>
      <Cell align="right">{formatUsd(toCents(row.fee))}</Cell>
    </Row>
  )
}
