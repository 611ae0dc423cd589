import type { DataListProps, Identified, SortOrder } from '../ui/data/columns'
import { DataList } from '../ui/data/data-list'
import { LastPageNote } from '../ui/data/last-page-note'
import type { useListUrlState } from './use-list-url-state'

type PagedListProps<Row extends Identified> = Omit<DataListProps<Row>, 'paging' | 'sort' | 'query'> & {
  query: DataListProps<Row>['query'] & { data?: { total: number; size: number } }
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
