import type { DataListProps, Identified, SortOrder } from '../ui/data/columns'
import { DataList } from '../ui/data/data-list'
import { LastPageNote } from '../ui/data/last-page-note'
import type { useListUrlState } from './use-list-url-state'

type PagedListProps<Row extends Identified> = Omit<DataListProps<Row>, 'paging' | 'sort' | 'query'> & {
  query: DataListProps<Row>['query'] & { data?: { total: number; size: number } }
  address: ReturnType<typeof useListUrlState>
  noun: string
  /** Left out where it cannot be sorted. */
  filter?: { sort: string; direction: SortOrder }
}

/** A list whose page and order live in the address. */
export function PagedList<Row extends Identified>({ address, noun, filter, ...list }: PagedListProps<Row>) {
  return (
    <>
      <LastPageNote
        list={list.query.data}
        page={address.page}
        goTo={(page) => address.turnTo(page, { replace: true })}
      />
      <DataList
        {...list}
        paging={{ page: address.page, onPageChange: (page) => address.turnTo(page), noun }}
        sort={
          filter && {
            key: filter.sort,
            order: filter.direction,
            onChange: (sort, direction) => address.change({ sort, direction }),
          }
        }
      />
    </>
  )
}
