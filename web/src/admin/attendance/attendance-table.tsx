import { ATTENDANCE_STATUS_LABELS, dismissalLabel } from '@aftercare/domain/attendance/attendance'
import { CHILD_STATE_LABELS } from '@aftercare/domain/board/board'
import { ATTENDANCE_CSV_COLUMNS } from '@aftercare/domain/lib/csv'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { CircleSlash } from 'lucide-react'
import { StatusBadge } from '../../ui/data/badge'
import { CardFacts, CardList, RowCard } from '../../ui/data/card-list'
import { Cell, type Column, FirmCell, Row, TableFrame, TableHead } from '../../ui/data/table'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { useNarrow } from '../../ui/hooks/use-media-query'
import { DayTypeIcon } from '../../ui/month-calendar/day-type-icon'
import { AllergyLine, AllergyMark } from './allergy-mark'
import type { AttendanceLine } from './attendance.api'

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

const LABEL = 'Attendance'

/** A table where there is room for one, else cards. */
export function AttendanceTable(props: AttendanceTableProps) {
  const footer = <Footer {...props} />
  if (useNarrow())
    return (
      <CardList label={LABEL} footer={props.rows?.length ? null : footer}>
        {props.rows?.map((row) => (
          <AttendanceCard key={row.id} row={row} />
        ))}
      </CardList>
    )
  return (
    <TableFrame label={LABEL} footer={footer}>
      <TableHead columns={COLUMNS} />
      <tbody>
        {props.rows?.map((row) => (
          <AttendanceTableRow key={row.id} row={row} />
        ))}
      </tbody>
    </TableFrame>
  )
}

function Footer({ rows, hasFailed, onRetry }: AttendanceTableProps) {
  if (hasFailed) return <TableError message="The list of this date could not be loaded." onRetry={onRetry} />
  if (!rows) return <TableMessage>Loading attendance data...</TableMessage>
  return rows.length === 0 ? <TableMessage>No children scheduled for this date</TableMessage> : null
}

function Dismissal({ row: { dismissalType } }: { row: AttendanceLine }) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <DayTypeIcon kind={dismissalType === 'no_school' ? 'no-school' : dismissalType} className="size-4" />
      {dismissalLabel(dismissalType)}
    </span>
  )
}

/** Struck through where the child does not come: seen at a glance, also without colours. */
function ChildName({ row: { child, isNotComing } }: { row: AttendanceLine }) {
  return <b className={isNotComing ? 'font-semibold line-through' : 'font-semibold'}>{child}</b>
}

function Notes({ row: { notes, isNotComing } }: { row: AttendanceLine }) {
  if (!isNotComing) return notes || <span className="text-muted">-</span>
  return (
    <>
      <b className="inline-flex items-center gap-1 font-semibold text-text">
        <CircleSlash aria-hidden="true" className="size-4 flex-none" />
        {CHILD_STATE_LABELS.not_coming}
      </b>
      {notes.slice(CHILD_STATE_LABELS.not_coming.length)}
    </>
  )
}

function AttendanceTableRow({ row }: { row: AttendanceLine }) {
  return (
    <Row
      data-not-coming={row.isNotComing || undefined}
      className="data-not-coming:bg-sunken data-not-coming:text-muted"
    >
      <Cell wrap className="min-w-28 wrap-anywhere">
        <ChildName row={row} />
      </Cell>
      <Cell wrap className="min-w-28 wrap-anywhere">
        {row.parent}
      </Cell>
      <Cell wrap className="min-w-33 wrap-anywhere">
        {row.phone}
      </Cell>
      <FirmCell className="w-[22%] min-w-44">
        <AllergyMark allergies={row.allergies} />
      </FirmCell>
      <Cell wrap className="min-w-40 wrap-anywhere whitespace-pre-line">
        <Notes row={row} />
      </Cell>
      <Cell>
        <Dismissal row={row} />
      </Cell>
      <Cell>
        {row.status === 'drop-in' ? <StatusBadge status="Drop-In" /> : ATTENDANCE_STATUS_LABELS[row.status]}
      </Cell>
      <Cell align="right">{formatUsd(toCents(row.fee))}</Cell>
    </Row>
  )
}

function AttendanceCard({ row }: { row: AttendanceLine }) {
  return (
    <RowCard
      title={<ChildName row={row} />}
      data-not-coming={row.isNotComing || undefined}
      className="data-not-coming:bg-sunken data-not-coming:text-muted"
      aside={formatUsd(toCents(row.fee))}
    >
      <AllergyLine allergies={row.allergies} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={ATTENDANCE_STATUS_LABELS[row.status]} />
        <Dismissal row={row} />
      </p>
      <CardFacts
        facts={[
          ['Parent', row.parent],
          ['Phone', row.phone],
          ['Notes', <Notes key="notes" row={row} />],
        ]}
      />
    </RowCard>
  )
}
