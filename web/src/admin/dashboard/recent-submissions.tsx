import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { LIST_STATUS_LABELS, submissionTitle } from '@aftercare/domain/submissions/submissions'
import { Link } from '../../router/router'
import { Skeleton } from '../../ui/feedback/skeleton'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { ButtonLink } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'
import { StatusBadges } from '../submissions/status-badges'
import type { RecentSubmission } from './dashboard.api'

type RecentSubmissionsProps = { rows?: RecentSubmission[]; failed: boolean; onRetry: () => void }

export function RecentSubmissions(props: RecentSubmissionsProps) {
  return (
    <section aria-labelledby="recent-submissions">
      <SectionHeading
        id="recent-submissions"
        actions={
          <ButtonLink to="/admin/submissions" variant="quiet">
            View All
          </ButtonLink>
        }
      >
        Recent Submissions
      </SectionHeading>
      <div className="overflow-hidden rounded-panel border border-line bg-surface">
        <Rows {...props} />
      </div>
    </section>
  )
}

function Rows({ rows, failed, onRetry }: RecentSubmissionsProps) {
  if (failed) return <TableError message="We couldn't load the latest submissions." onRetry={onRetry} />
  if (!rows) return <RowsLoading />
  if (rows.length === 0) return <TableMessage>No submissions yet</TableMessage>
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id}>
          <RecentRow row={row} />
        </li>
      ))}
    </ul>
  )
}

const columns =
  'grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)_6rem_7rem]'

/** Two lines on phones: child and fee, then parent, month and status. */
function RecentRow({ row }: { row: RecentSubmission }) {
  return (
    <Link
      to={`/admin/submissions?id=${row.id}`}
      className={`${columns} text-inherit no-underline -outline-offset-2 hover:bg-surface-inset`}
    >
      <span className="min-w-0 truncate font-semibold">{row.child_name}</span>
      <span className="order-3 min-w-0 truncate text-muted lg:order-none lg:text-text">
        {row.parent_name}
      </span>
      <span className="order-5 min-w-0 truncate text-muted lg:order-none lg:text-text">
        {submissionTitle(row.month, row.dropin_date)}
      </span>
      <span className="text-right font-semibold tabular-nums">{formatUsd(toCents(row.total_fee))}</span>
      <span className="order-4 row-span-2 grid justify-items-end gap-1 justify-self-end lg:order-none lg:row-span-1">
        <StatusBadges
          status={row.status}
          label={LIST_STATUS_LABELS[row.status]}
          isCancelled={row.is_cancelled}
        />
      </span>
    </Link>
  )
}

function RowsLoading() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={columns}>
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
