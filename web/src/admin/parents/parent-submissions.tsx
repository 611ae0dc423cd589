import { formatInstantDate } from '@aftercare/domain/lib/instants-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { formatDayTotal } from '@aftercare/domain/submissions/day-count'
import { PARENT_STATUS_LABELS, submissionTitle } from '@aftercare/domain/submissions/submissions'
import { useState } from 'react'
import { programFacts } from '../../lib/program'
import type { Column } from '../../ui/data/columns'
import { RowLink } from '../../ui/data/row-link'
import { StatusBadges } from '../submissions/status-badges'
import { ParentSection } from './parent-section'
import { type ParentSubmission, useParentSubmissions } from './parents.api'

const COLUMNS: readonly Column<ParentSubmission>[] = [
  {
    label: 'Month/Year',
    role: 'title',
    cell: (row) => (
      <RowLink to={`/admin/submissions?id=${row.id}`}>{submissionTitle(row.month, row.dropin_date)}</RowLink>
    ),
  },
  { label: 'Child', role: 'subtitle', cell: (row) => row.child_name },
  {
    label: 'Days',
    role: 'meta',
    align: 'right',
    cell: (row) => formatDayTotal(row.selected_days, row.cancelled_days),
  },
  { label: 'Amount', role: 'amount', align: 'right', cell: (row) => formatUsd(toCents(row.total_fee)) },
  {
    label: 'Status',
    role: 'status',
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        <StatusBadges
          status={row.derived_status === 'submitted' ? 'not_billed' : row.derived_status}
          label={PARENT_STATUS_LABELS[row.derived_status]}
          isCancelled={row.is_cancelled}
        />
      </span>
    ),
  },
  {
    label: 'Submitted',
    role: 'meta',
    cell: (row) => formatInstantDate(row.submitted_at, programFacts().timeZone),
  },
]

export function ParentSubmissions({ parentId }: { parentId: string }) {
  const [page, setPage] = useState(1)
  return (
    <ParentSection
      title="Submissions"
      columns={COLUMNS}
      query={useParentSubmissions(parentId, page)}
      paging={{ page, onPageChange: setPage, noun: 'submissions' }}
      empty="No submissions found for this parent"
    />
  )
}
