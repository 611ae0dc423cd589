import { Pagination } from '../../ui/data/pagination'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { useNarrow } from '../../ui/hooks/use-media-query'
import { RowTick } from './row-tick'
import { SubmissionCards } from './submission-cards'
import type { SubmissionsListProps } from './submissions-columns'
import { SubmissionsTable } from './submissions-table'

/** A table where there is room for one, else cards. */
export function SubmissionsList(props: SubmissionsListProps) {
  const Form = useNarrow() ? SubmissionCards : SubmissionsTable
  return <Form {...props} tickAll={<TickAll {...props} />} footer={<Footer {...props} />} />
}

function TickAll({ list, ticked, onTick }: SubmissionsListProps) {
  const ids = (list?.rows ?? []).map((row) => row.id)
  return (
    <RowTick
      label="Select all on this page"
      checked={ids.length > 0 && ids.every((id) => ticked.has(id))}
      disabled={ids.length === 0}
      onChange={(checked) => onTick(new Set(checked ? ids : []))}
    />
  )
}

function Footer({ list, failure, isFiltered, page, onPageChange }: SubmissionsListProps) {
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
      isCapped={list.is_capped}
      onPageChange={onPageChange}
      noun="submissions"
    />
  )
}
