import { hasAllergies } from '@aftercare/domain/children/allergies'
import { isApproved } from '@aftercare/domain/drop-ins/approvals'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { monthLabel } from '@aftercare/domain/months/months'
import { ASKED_TO_CANCEL } from '@aftercare/domain/submissions/cancel-requests'
import { daysOfCare, formatDayCount, formatDayTotal } from '@aftercare/domain/submissions/day-count'
import {
  LIST_STATUS_LABELS,
  SUBMISSION_TYPE_LABELS,
  submissionType,
} from '@aftercare/domain/submissions/submissions'
import { Pencil } from 'lucide-react'
import { programFacts } from '../../lib/program'
import { newestParams } from '../../lib/url-state'
import { cx } from '../../ui/cx'
import { Badge, StatusBadge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { EmailText } from '../../ui/data/email-text'
import { RowLink } from '../../ui/data/row-link'
import { CheckboxInput } from '../../ui/inputs/checkbox'
import { AllergyMark } from '../attendance/allergy-mark'
import { FeeOnceApproved, isDayCancelled } from '../drop-ins/approval-note'
import { InlineMark } from '../inline-mark'
import { PagedList } from '../paged-list'
import type { useListUrlState } from '../use-list-url-state'
import { EditedSinceBilledBadge, EditedSinceBilledMark, StatusMark } from './edited-since-billed'
import { StatusBadges } from './status-badges'
import type { ListedSubmission, SubmissionsFilter, useListedSubmissions } from './submissions.api'

type SubmissionsListProps = {
  query: ReturnType<typeof useListedSubmissions>
  listState: ReturnType<typeof useListUrlState>
  filter: SubmissionsFilter
  error: string
  isFiltered: boolean
  openId: string | null
  selectedIds: ReadonlySet<string>
  onSelectionChange: (selectedIds: ReadonlySet<string>) => void
}

export function SubmissionsList({
  openId,
  selectedIds,
  onSelectionChange,
  isFiltered,
  ...list
}: SubmissionsListProps) {
  // What is not approved has nothing to bill.
  const ids = (list.query.data?.rows ?? []).filter(({ status }) => isApproved(status)).map((row) => row.id)
  const toggle = (id: string, checked: boolean) => {
    const next = new Set(selectedIds)
    if (checked) next.add(id)
    else next.delete(id)
    onSelectionChange(next)
  }
  const select: Column<ListedSubmission> = {
    label: 'Select',
    role: 'select',
    heading: (
      <RowCheckbox
        label="Select all on this page"
        checked={ids.length > 0 && ids.every((id) => selectedIds.has(id))}
        disabled={ids.length === 0}
        onChange={(checked) => onSelectionChange(new Set(checked ? ids : []))}
      />
    ),
    className: 'w-9 pr-0',
    cell: (row) => (
      <RowCheckbox
        label={`Select ${isolate(row.child_name)}`}
        checked={selectedIds.has(row.id)}
        disabled={!isApproved(row.status)}
        onChange={(checked) => toggle(row.id, checked)}
      />
    ),
  }
  return (
    <PagedList
      {...list}
      label="Submissions"
      noun="submissions"
      columns={[select, ...COLUMNS]}
      loadingRows={8}
      empty={isFiltered ? 'No submissions match these filters' : 'No submissions yet'}
      rowAttributes={(row) => ({ 'data-selected': row.id === openId || undefined })}
    />
  )
}

type RowCheckboxProps = {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox small enough for a dense row, with a larger hit area. */
function RowCheckbox({ label, checked, disabled, onChange }: RowCheckboxProps) {
  return (
    <label className="-mx-2 grid size-8 place-items-center coarse:size-tap">
      <CheckboxInput
        small
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </label>
  )
}

const typeOf = (row: ListedSubmission) => SUBMISSION_TYPE_LABELS[submissionType(row.month_id)]
const monthOf = (row: ListedSubmission) =>
  row.month ? monthLabel(row.month) : row.dropin_date && formatShortDate(row.dropin_date)
const parentOf = (row: ListedSubmission) => row.parent_name || row.parent_email

/** Cancelled days in two short lines, into the cell's padding: the columns beside it need the room. */
const DayTotal = ({ row: { selected_days, cancelled_days } }: { row: ListedSubmission }) => (
  <span
    className={cx(
      'inline-block',
      daysOfCare(selected_days, cancelled_days).length < selected_days.length &&
        '-ml-4 w-min text-xs whitespace-normal',
    )}
  >
    {formatDayTotal(selected_days, cancelled_days)}
  </span>
)

/** Allergies are beside the child's name, visible at every width. */
const COLUMNS: readonly Column<ListedSubmission>[] = [
  {
    label: 'Parent',
    role: 'meta',
    sort: 'parent',
    wrap: 'min-w-42',
    cell: (row) => (
      <>
        <RowLink to={() => hrefOf(row.id)}>{parentOf(row)}</RowLink>
        {row.parent_id === null && <InlineMark>Guest</InlineMark>}
        {row.language === 'es' && <InlineMark lang="es">Español</InlineMark>}
        {/* Truncated to the column; the panel has the full email. */}
        <span title={row.parent_email} className="block w-0 min-w-full truncate text-xs text-muted">
          {row.parent_email}
        </span>
      </>
    ),
    card: (row) => (
      <TwoLines sub={<EmailText>{row.parent_email}</EmailText>}>
        <span className="font-semibold">{parentOf(row)}</span>
      </TwoLines>
    ),
  },
  {
    label: 'Child',
    role: 'title',
    sort: 'child',
    wrap: 'min-w-34',
    cell: (row) => (
      <>
        {row.child_name}
        {row.is_edited && (
          <span className="flex items-center gap-1 text-xs font-semibold text-warning-ink">
            <Pencil className="size-3.5" />
            Edited
          </span>
        )}
      </>
    ),
    card: (row) => <RowLink to={() => hrefOf(row.id)}>{row.child_name}</RowLink>,
  },
  {
    label: 'Allergies',
    role: 'alert',
    sort: 'allergies',
    fixed: 'w-[14%] min-w-28',
    cell: ({ allergies }) => (
      <span
        className={cx(
          'wrap-break-word',
          hasAllergies(allergies) ? 'font-semibold text-danger' : 'text-muted',
        )}
      >
        {allergies}
      </span>
    ),
    card: (row) => <AllergyMark allergies={row.allergies} />,
  },
  {
    label: 'Month, Type',
    role: 'subtitle',
    sort: 'month',
    cell: (row) => (
      <TwoLines sub={typeOf(row)}>
        <span>{monthOf(row)}</span>
      </TwoLines>
    ),
    card: (row) => (
      <>
        <span className="font-semibold">{monthOf(row)}</span>
        <span className="text-muted">
          , <span>{typeOf(row)}</span>
          {!row.is_cancelled && `, ${formatDayCount(row.selected_days, row.cancelled_days)}`}
        </span>
      </>
    ),
  },
  {
    label: 'Days',
    role: 'meta',
    sort: 'days',
    align: 'right',
    cell: (row) => <DayTotal row={row} />,
    card: false,
  },
  {
    label: 'Fee',
    role: 'amount',
    sort: 'fee',
    align: 'right',
    cell: (row) => (
      <>
        {formatUsd(toCents(row.total_fee))}
        <FeeOnceApproved dropIn={row} isCancelled={isDayCancelled(row.dropin_date, row.cancelled_days)} />
      </>
    ),
  },
  {
    label: 'Status',
    role: 'status',
    sort: 'status',
    cell: (row) => (
      <span className="grid justify-items-start gap-1">
        <StatusBadges
          status={row.derived_status}
          label={LIST_STATUS_LABELS[row.derived_status]}
          isCancelled={row.is_cancelled}
        />
        {row.is_cancel_requested && <StatusMark>{ASKED_TO_CANCEL}</StatusMark>}
        <EditedSinceBilledMark row={row} />
      </span>
    ),
    card: (row) => (
      <span className="flex flex-wrap gap-1.5">
        <StatusBadges
          status={row.derived_status}
          label={LIST_STATUS_LABELS[row.derived_status]}
          isCancelled={row.is_cancelled}
        />
        {row.is_cancel_requested && <StatusBadge status="asked_to_cancel">{ASKED_TO_CANCEL}</StatusBadge>}
        {row.is_edited && <StatusBadge status="edited">Edited</StatusBadge>}
        {row.parent_id === null && <StatusBadge status="guest">Guest</StatusBadge>}
        {row.language === 'es' && (
          <Badge>
            <span lang="es">Español</span>
          </Badge>
        )}
        <EditedSinceBilledBadge row={row} />
      </span>
    ),
  },
  {
    label: 'Billed',
    role: 'meta',
    cell: ({ billed_status }) =>
      billed_status === 'billed' ? 'Yes' : <span className="text-muted">No</span>,
  },
  {
    label: 'Submitted',
    cardLabel: 'Submitted on',
    role: 'meta',
    sort: 'submitted',
    cell: (row) => formatInstantDate(row.submitted_at, programFacts().timeZone),
  },
]

/** Keeps the other search params, with what is being typed into the search. */
function hrefOf(id: string): string {
  const params = newestParams()
  params.set('id', id)
  return `?${params}`
}
