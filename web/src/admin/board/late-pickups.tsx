import { lateCsvName } from '@aftercare/domain/lib/csv'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useToday } from '../../features/program/program'
import { saveFile } from '../../lib/download-file'
import { useMessages } from '../../lib/scoped-toast'
import { CardFacts, CardList, RowCard } from '../../ui/data/card-list'
import { Pagination } from '../../ui/data/pagination'
import { Cell, type Column, Row, TableFrame, TableHead } from '../../ui/data/table'
import { useNarrow } from '../../ui/hooks/use-media-query'
import { Button } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'
import { parentHref } from '../parents/parents.api'
import { followRowLink, RowLink } from '../row-link'
import { type LatePickup, useExportLatePickups, useLatePickups } from './late-pickups.api'

const COLUMNS: readonly Column[] = [
  { key: 'date', label: 'Date' },
  { key: 'child', label: 'Child' },
  { key: 'minutes', label: 'Minutes', align: 'right' },
  { key: 'by', label: 'Picked up by' },
]
const LABEL = 'Late pick-ups'

/** Who was picked up after the pick-up time, of one family or of all. Shows nothing while nobody was. */
export function LatePickups({ parentId }: { parentId?: string }) {
  const [page, setPage] = useState(1)
  const { data } = useLatePickups(page, parentId)
  const isNarrow = useNarrow()
  if (!data || data.total === 0) return null
  const pages = data.total > data.size && (
    <Pagination
      page={page}
      pageSize={data.size}
      total={data.total}
      onPageChange={setPage}
      noun="late pick-ups"
    />
  )
  const key = (row: LatePickup) => `${row.submission_id} ${row.day}`
  const isLinked = parentId === undefined
  const onClick = isLinked ? followRowLink : undefined
  return (
    <section aria-labelledby="late-pickups">
      <SectionHeading
        id="late-pickups"
        aside={<p className="text-sm text-muted">All days, newest first</p>}
        actions={<ExportButton parentId={parentId} />}
      >
        {LABEL}
      </SectionHeading>
      <p className="mb-3 text-muted">Late fees are billed separately, in the billing system.</p>
      {isNarrow ? (
        <CardList label={LABEL} footer={pages}>
          {data.rows.map((row) => (
            <RowCard
              key={key(row)}
              onClick={onClick}
              title={<ChildName row={row} isLinked={isLinked} />}
              aside={`${row.late_minutes} min`}
            >
              <CardFacts
                facts={[
                  ['Date', formatShortDate(row.day)],
                  ['Picked up by', row.picked_up_by ?? '-'],
                ]}
              />
            </RowCard>
          ))}
        </CardList>
      ) : (
        <TableFrame label={LABEL} footer={pages}>
          <TableHead columns={COLUMNS} />
          <tbody>
            {data.rows.map((row) => (
              <Row key={key(row)} onClick={onClick}>
                <Cell>{formatShortDate(row.day)}</Cell>
                <Cell wrap className="min-w-28 wrap-anywhere">
                  <ChildName row={row} isLinked={isLinked} />
                </Cell>
                <Cell align="right">{row.late_minutes}</Cell>
                <Cell wrap className="w-1/2 min-w-28 wrap-anywhere">
                  {row.picked_up_by ?? '-'}
                </Cell>
              </Row>
            ))}
          </tbody>
        </TableFrame>
      )}
    </section>
  )
}

/** Leads to the family, unless it is the family's own page. */
function ChildName({ row, isLinked }: { row: LatePickup; isLinked: boolean }) {
  return isLinked ? <RowLink to={parentHref(row.parent_id)}>{row.child_name}</RowLink> : row.child_name
}

function ExportButton({ parentId }: { parentId?: string }) {
  const today = useToday()
  const say = useMessages('export late pick-ups')
  const exporting = useExportLatePickups({
    onSuccess: (file) => saveFile(file, lateCsvName(today)),
    onError: () => say.error('Error', 'The file could not be made. Please try again.'),
  })
  return (
    <Button
      kind="quiet"
      icon={<Download aria-hidden="true" />}
      busy={exporting.isPending}
      onClick={() => exporting.send(parentId)}
    >
      Export late pick-ups
    </Button>
  )
}
