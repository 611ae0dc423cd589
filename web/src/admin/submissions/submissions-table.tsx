import { hasAllergies } from '@aftercare/domain/attendance/attendance'
import { formatInstantDate, formatShortDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { monthLabel } from '@aftercare/domain/months/months'
import {
  LIST_STATUS_LABELS,
  SUBMISSION_TYPE_LABELS,
  submissionType,
} from '@aftercare/domain/submissions/submissions'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { programFacts } from '../../features/program/program'
import { cx } from '../../ui/cx'
import { StatusBadge } from '../../ui/data/badge'
import { Cell, type Column, FirmCell, Row, TableFrame, TableHead } from '../../ui/data/table'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { followRowLink, RowLink } from '../row-link'
import { EditedSinceBilledMark } from './edited-since-billed'
import { RowTick } from './row-tick'
import type { SubmissionSort } from './submissions.admin.api'
import { COLUMNS, rowsOf, type SubmissionRowProps, type SubmissionsListProps } from './submissions-columns'

type ColumnKey = SubmissionSort | 'tick'

export function SubmissionsTable(props: SubmissionsListProps & { tickAll: ReactNode; footer: ReactNode }) {
  const columns: readonly Column<ColumnKey>[] = [{ key: 'tick', label: props.tickAll }, ...COLUMNS]
  return (
    <TableFrame label="Submissions" footer={props.footer}>
      <TableHead<ColumnKey>
        columns={columns}
        sort={props.sort}
        onSort={(key, order) => {
          if (key !== 'tick') props.onSort(key, order)
        }}
      />
      <tbody>
        {!props.list && !props.failure && <SkeletonRows columns={columns.length} rows={8} />}
        {rowsOf(props).map((shown) => (
          <SubmissionRow key={shown.row.id} {...shown} />
        ))}
      </tbody>
    </TableFrame>
  )
}

function SubmissionRow({ row, to, isOpen, isTicked, onTick }: SubmissionRowProps) {
  return (
    <Row selected={isOpen} onClick={followRowLink}>
      <Cell className="w-9 pr-0">
        <RowTick label={`Select ${isolate(row.child_name)}`} checked={isTicked} onChange={onTick} />
      </Cell>
      <Cell wrap className="min-w-42 wrap-anywhere">
        <RowLink to={to}>{row.parent_name || row.parent_email}</RowLink>
        {row.parent_id === null && (
          <span className="ml-1.5 rounded-full bg-sunken px-1.5 py-0.5 text-xs font-strong whitespace-nowrap">
            Guest
          </span>
        )}
        {/* As wide as the column and no wider: the panel has all of a long address. */}
        <span title={row.parent_email} className="block w-0 min-w-full truncate text-xs text-muted">
          {row.parent_email}
        </span>
      </Cell>
      <Cell wrap className="min-w-34 wrap-anywhere">
        {row.child_name}
        {row.is_edited && (
          <span className="flex items-center gap-1 text-xs font-semibold text-sun-ink">
            <Pencil aria-hidden="true" className="size-3.5" />
            Edited
          </span>
        )}
      </Cell>
      <FirmCell className="w-[14%] min-w-28">
        <span
          className={cx(
            'wrap-break-word',
            hasAllergies(row.allergies) ? 'font-semibold text-danger' : 'text-muted',
          )}
        >
          {row.allergies}
        </span>
      </FirmCell>
      <Cell sub={SUBMISSION_TYPE_LABELS[submissionType(row.month_id)]}>
        <span>{row.month ? monthLabel(row.month) : row.dropin_date && formatShortDate(row.dropin_date)}</span>
      </Cell>
      <Cell align="right">{row.selected_days.length}</Cell>
      <Cell align="right">{formatUsd(toCents(row.total_fee))}</Cell>
      <Cell>
        <StatusBadge status={LIST_STATUS_LABELS[row.derived_status]} />
        <EditedSinceBilledMark row={row} />
      </Cell>
      <Cell className={cx(row.billed_status !== 'billed' && 'text-muted')}>
        {row.billed_status === 'billed' ? 'Yes' : 'No'}
      </Cell>
      <Cell>{formatInstantDate(row.submitted_at, programFacts().timeZone)}</Cell>
    </Row>
  )
}
