import { formatInstantDate } from '@aftercare/domain/lib/dates-format'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { PARENT_STATUS_LABELS, submissionTitle } from '@aftercare/domain/submissions/submissions'
import { useState } from 'react'
import { programFacts } from '../../features/program/program'
import { StatusBadge } from '../../ui/data/badge'
import { Cell, type Column, Row, TableFrame, TableHead } from '../../ui/data/table'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { SectionHeading } from '../../ui/layout/card'
import { followRowLink, RowLink } from '../row-link'
import { PagedFooter } from './paged-footer'
import { useParentSubmissions } from './parents.api'

const COLUMNS: readonly Column[] = [
  { key: 'month', label: 'Month/Year' },
  { key: 'child', label: 'Child' },
  { key: 'days', label: 'Days', align: 'right' },
  { key: 'amount', label: 'Amount', align: 'right' },
  { key: 'status', label: 'Status' },
  { key: 'submitted', label: 'Submitted' },
]

export function ParentSubmissions({ parentId }: { parentId: string }) {
  const [page, setPage] = useState(1)
  const list = useParentSubmissions(parentId, page)
  return (
    <section aria-labelledby="parent-submissions">
      <SectionHeading id="parent-submissions">Submissions</SectionHeading>
      <TableFrame
        label="Submissions"
        footer={
          <PagedFooter
            query={list}
            page={page}
            onPageChange={setPage}
            noun="submissions"
            empty="No submissions found for this parent"
          />
        }
      >
        <TableHead columns={COLUMNS} />
        <tbody>
          {list.isPending && <SkeletonRows columns={COLUMNS.length} rows={3} />}
          {list.data?.rows.map((row) => (
            <Row key={row.id} onClick={followRowLink}>
              <Cell>
                <RowLink to={`/admin/submissions?id=${row.id}`}>
                  {submissionTitle(row.month, row.dropin_date)}
                </RowLink>
              </Cell>
              <Cell>{row.child_name}</Cell>
              <Cell align="right">{row.selected_days.length}</Cell>
              <Cell align="right">{formatUsd(toCents(row.total_fee))}</Cell>
              <Cell>
                <StatusBadge status={PARENT_STATUS_LABELS[row.derived_status]} />
              </Cell>
              <Cell>{formatInstantDate(row.submitted_at, programFacts().timeZone)}</Cell>
            </Row>
          ))}
        </tbody>
      </TableFrame>
    </section>
  )
}
