import { pickedUpByText } from '@aftercare/domain/board/release'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { useState } from 'react'
import type { Column } from '../../ui/data/columns'
import { DataList } from '../../ui/data/data-list'
import { RowLink } from '../../ui/data/row-link'
import { RetryNote } from '../../ui/feedback/retry-note'
import { SectionHeading } from '../../ui/layout/card'
import { ExportButton } from '../export-button'
import { parentHref } from '../parent-href'
import { PhoneLinks } from '../phone-links'
import { useMay } from '../use-may'
import { exportLatePickups, type LatePickup, useLatePickups } from './late-pickups.api'

const LABEL = 'Late pick-ups'

const DATE: Column<LatePickup> = {
  label: 'Date',
  role: 'meta',
  cell: (row) => formatShortDate(row.day),
}
const REST: readonly Column<LatePickup>[] = [
  {
    label: 'Minutes',
    role: 'amount',
    align: 'right',
    cell: (row) => row.late_minutes,
    card: (row) => `${row.late_minutes} min`,
  },
  { label: 'Picked up by', role: 'meta', wrap: 'w-1/2 min-w-32', cell: (row) => pickedUpByText(row) || '-' },
  { label: 'Phone', role: 'meta', wrap: 'min-w-33', cell: (row) => <PhoneLinks adults={row.adults} /> },
]

/** Late pick-ups of one family or of all. Renders nothing if there are none. */
export function LatePickups({ parentId }: { parentId?: string }) {
  const [page, setPage] = useState(1)
  const hasFamilyPages = useMay('admin.parents')
  const list = useLatePickups(page, parentId)
  const { data } = list
  if (!data) return <RetryNote queries={[list]}>We couldn't load the late pick-ups.</RetryNote>
  if (data.total === 0) return null
  const child: Column<LatePickup> = {
    label: 'Child',
    role: 'title',
    wrap: 'min-w-32',
    // Links to the family, for those who may open its page, except on that page.
    cell: (row) =>
      parentId === undefined && hasFamilyPages ? (
        <RowLink to={parentHref(row.parent_id)}>{row.child_name}</RowLink>
      ) : (
        row.child_name
      ),
  }
  return (
    <section aria-labelledby="late-pickups">
      <SectionHeading
        id="late-pickups"
        aside={<p className="text-sm text-muted">All days, newest first</p>}
        actions={
          <ExportButton
            scope="export late pick-ups"
            label="Export late pick-ups"
            fetchFile={() => exportLatePickups(parentId)}
          />
        }
      >
        {LABEL}
      </SectionHeading>
      <p className="mb-3 text-muted">Late fees are billed separately, in the billing system.</p>
      <DataList
        label={LABEL}
        columns={[DATE, child, ...REST]}
        query={list}
        paging={{ page, onPageChange: setPage, noun: 'late pick-ups', hideSinglePage: true }}
      />
    </section>
  )
}
