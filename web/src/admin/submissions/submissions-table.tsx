import { hasAllergies } from '@aftercare/domain/attendance'
import { formatInstantDate, formatShortDate } from '@aftercare/domain/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/money'
import { monthLabel } from '@aftercare/domain/months'
import { LIST_STATUS_LABELS, SUBMISSION_TYPE_LABELS, submissionType } from '@aftercare/domain/submissions'
import { Pencil } from 'lucide-react'
import { programFacts } from '../../features/program/program'
import type { ListedSubmission, SubmissionSort } from '../../features/submissions/submissions.admin.api'
import { StatusBadge } from '../../ui/badge'
import { cx } from '../../ui/cx'
import { Pagination } from '../../ui/pagination'
import { SkeletonRows } from '../../ui/skeleton'
import { TableError, TableMessage } from '../../ui/states'
import { Cell, type Column, Row, type SortOrder, TableFrame, TableHead } from '../../ui/table'
import { followRowLink, RowLink } from '../row-link'
import { RowTick } from './row-tick'

export const SORTS = [
  'submitted',
  'parent',
  'child',
  'month',
  'days',
  'fee',
  'billed',
  'status',
  'allergies',
] as const satisfies readonly SubmissionSort[]

type ColumnKey = SubmissionSort | 'tick'

const COLUMNS: readonly Column<SubmissionSort>[] = [
  { key: 'parent', label: 'Parent', sortable: true },
  { key: 'child', label: 'Child', sortable: true },
  { key: 'month', label: 'Month, Type', sortable: true },
  { key: 'days', label: 'Days', align: 'right', sortable: true },
  { key: 'fee', label: 'Fee', align: 'right', sortable: true },
  { key: 'status', label: 'Status', sortable: true },
  { key: 'billed', label: 'Billed' },
  { key: 'submitted', label: 'Submitted', sortable: true },
  { key: 'allergies', label: 'Allergies', sortable: true },
]

type SubmissionsTableProps = {
  list?: { rows: ListedSubmission[]; total: number; size: number }
  page: number
  failure?: { message: string; onRetry: () => void }
  isFiltered: boolean
  sort: { key: SubmissionSort; order: SortOrder }
  onSort: (key: SubmissionSort, order: SortOrder) => void
  onPageChange: (page: number) => void
  openId: string | null
  /** The list's own address, which a row's link keeps. */
  params: URLSearchParams
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
}

export function SubmissionsTable(props: SubmissionsTableProps) {
  const { list, ticked, onTick } = props
  const rows = list?.rows ?? []
  const areAllTicked = rows.length > 0 && rows.every((row) => ticked.has(row.id))
  const columns: readonly Column<ColumnKey>[] = [
    {
      key: 'tick',
      label: (
        <RowTick
          label="Select all on this page"
          checked={areAllTicked}
          disabled={rows.length === 0}
          onChange={(checked) => onTick(new Set(checked ? rows.map((row) => row.id) : []))}
        />
      ),
    },
    ...COLUMNS,
  ]
  return (
    <TableFrame label="Submissions" footer={<Footer {...props} />}>
      <TableHead<ColumnKey>
        columns={columns}
        sort={props.sort}
        onSort={(key, order) => {
          if (key !== 'tick') props.onSort(key, order)
        }}
      />
      <tbody>
        {!list && !props.failure && <SkeletonRows columns={columns.length} rows={8} />}
        {rows.map((row) => (
          <SubmissionRow
            key={row.id}
            row={row}
            isOpen={row.id === props.openId}
            to={hrefOf(row.id, props.params)}
            isTicked={ticked.has(row.id)}
            onTick={(checked) => {
              const next = new Set(ticked)
              if (checked) next.add(row.id)
              else next.delete(row.id)
              onTick(next)
            }}
          />
        ))}
      </tbody>
    </TableFrame>
  )
}

function hrefOf(id: string, params: URLSearchParams): string {
  const next = new URLSearchParams(params)
  next.set('id', id)
  return `?${next}`
}

function Footer({ list, failure, isFiltered, page, onPageChange }: SubmissionsTableProps) {
  if (failure) return <TableError {...failure} />
  if (!list) return null
  if (list.total === 0)
    return (
      <TableMessage>{isFiltered ? 'No submissions match these filters' : 'No submissions yet'}</TableMessage>
    )
  return (
    <Pagination
      page={page}
      pageSize={list.size}
      total={list.total}
      onPageChange={onPageChange}
      noun="submissions"
    />
  )
}

type SubmissionRowProps = {
  row: ListedSubmission
  to: string
  isOpen: boolean
  isTicked: boolean
  onTick: (checked: boolean) => void
}

function SubmissionRow({ row, to, isOpen, isTicked, onTick }: SubmissionRowProps) {
  return (
    <Row selected={isOpen} onClick={followRowLink}>
      <Cell className="w-9 pr-0">
        <RowTick label={`Select ${row.child_name}`} checked={isTicked} onChange={onTick} />
      </Cell>
      <Cell wrap className="min-w-42 wrap-anywhere">
        <RowLink to={to} preventScrollReset>
          {row.parent_name || row.parent_email}
        </RowLink>
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
      <Cell sub={SUBMISSION_TYPE_LABELS[submissionType(row.month_id)]}>
        <span>{row.month ? monthLabel(row.month) : row.dropin_date && formatShortDate(row.dropin_date)}</span>
      </Cell>
      <Cell align="right">{row.selected_days.length}</Cell>
      <Cell align="right">{formatUsd(toCents(row.total_fee))}</Cell>
      <Cell>
        <StatusBadge status={LIST_STATUS_LABELS[row.derived_status]} />
      </Cell>
      <Cell className={cx(row.billed_status !== 'billed' && 'text-muted')}>
        {row.billed_status === 'billed' ? 'Yes' : 'No'}
      </Cell>
      <Cell>{formatInstantDate(row.submitted_at, programFacts().timeZone)}</Cell>
      <Cell
        wrap
        className={cx(
          'min-w-26 wrap-anywhere',
          hasAllergies(row.allergies) ? 'font-semibold text-danger' : 'text-muted',
        )}
      >
        {row.allergies}
      </Cell>
    </Row>
  )
}
