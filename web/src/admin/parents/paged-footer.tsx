import { Pagination } from '../../ui/data/pagination'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { PARENT_FAILED } from './parents.api'

type PagedFooterProps = {
  query: { data?: { total: number; size: number }; isError: boolean; refetch: () => unknown }
  page: number
  onPageChange: (page: number) => void
  noun: string
  empty: string
}

/** Under a table of the parent's page: the failure, the empty line, or the pages when there is more than one. */
export function PagedFooter({ query, page, onPageChange, noun, empty }: PagedFooterProps) {
  const { data } = query
  const hasFailed = !data && query.isError
  useFailureToast(hasFailed, PARENT_FAILED)
  if (hasFailed)
    return <TableError message={`The ${noun} could not be loaded.`} onRetry={() => query.refetch()} />
  if (!data) return null
  if (data.total === 0) return <TableMessage>{empty}</TableMessage>
  if (data.total <= data.size) return null
  return (
    <Pagination page={page} pageSize={data.size} total={data.total} onPageChange={onPageChange} noun={noun} />
  )
}
