import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { DataListProps, Identified, SortOrder } from '../ui/data/columns'
import { DataList } from '../ui/data/data-list'
import { LastPageNote } from '../ui/data/last-page-note'
import type { useListUrlState } from './use-list-url-state'

type PagedListProps<Row extends Identified> = Omit<DataListProps<Row>, 'paging' | 'sort' | 'query'> & {
  query: DataListProps<Row>['query'] & { data?: { total: number; size: number; similar?: number } }
  listState: ReturnType<typeof useListUrlState>
  noun: string
  /** Omitted for lists that cannot be sorted. */
  filter?: { sort: string; direction: SortOrder }
}

/** A list whose page and sort order live in the URL. */
export function PagedList<Row extends Identified>({ listState, noun, filter, ...list }: PagedListProps<Row>) {
  return (
    <>
      <LastPageNote
        list={list.query.data}
        page={listState.page}
        goTo={(page) => listState.goToPage(page, { replace: true })}
      />
      <SimilarNote list={list.query.data} />
      <DataList
        {...list}
        paging={{ page: listState.page, onPageChange: (page) => listState.goToPage(page), noun }}
        sort={
          filter && {
            key: filter.sort,
            order: filter.direction,
            onChange: (sort, direction) => listState.change({ sort, direction }),
          }
        }
      />
    </>
  )
}

type SimilarNoteProps = { list: { total: number; similar?: number } | undefined }

/** Why a search shows rows that do not have the typed word. */
function SimilarNote({ list }: SimilarNoteProps) {
  const { total = 0, similar = 0 } = list ?? {}
  if (similar === 0) return null
  const message =
    similar < total
      ? `${pluralize(similar, 'similar result')} at the end`
      : 'No exact match. These are similar'
  return (
    <p role="status" className="mb-2 text-muted">
      {message}.
    </p>
  )
}
