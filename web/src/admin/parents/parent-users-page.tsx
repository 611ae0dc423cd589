import { OUTSTANDING_HINT } from '@aftercare/domain/payments/balances'
import { readSearch } from '../../lib/url-state'
import { LastPageNote } from '../../ui/data/last-page-note'
import { Pagination } from '../../ui/data/pagination'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { PageHeader } from '../../ui/layout/page-header'
import { ListSearch } from '../list-search'
import { PrintedFilter, searchWords } from '../printed-filter'
import { useListAddress } from '../use-list-address'
import { ParentUsersList } from './parent-users-list'
import { type ParentsFilter, useListedParents } from './parents.api'

const FAILED = 'Failed to fetch parent users. Please try again.'

const SORTS = ['name', 'email', 'phone', 'children', 'submissions', 'outstanding', 'status'] as const

export function ParentUsersPage() {
  const address = useListAddress()
  const filter: ParentsFilter = {
    search: readSearch(address.params),
    sort: address.choice('sort', SORTS),
    direction: address.choice('direction', ['asc', 'desc']),
  }
  const { data: list, isError, refetch } = useListedParents(filter, address.page)
  useFailureToast(isError, FAILED)

  return (
    <>
      <PageHeader title="Parent Users" description={`Outstanding: ${OUTSTANDING_HINT}.`} />
      <ListSearch
        label="Search parent, child or email"
        placeholder="Parent, child or email"
        address={address}
        className="mb-3"
      />
      <PrintedFilter words={[searchWords(filter.search)]} />
      <LastPageNote
        list={list}
        page={address.page}
        goTo={(page) => address.turnTo(page, { replace: true })}
      />
      <ParentUsersList
        rows={list?.rows}
        isLoading={!list && !isError}
        sort={{ key: filter.sort, order: filter.direction }}
        onSort={(sort, direction) => address.change({ sort, direction })}
        footer={
          <>
            {isError && !list && <TableError message={FAILED} onRetry={() => void refetch()} />}
            {list?.total === 0 && (
              <TableMessage>
                {filter.search ? 'No parents or guests match this search' : 'No parents or guests yet'}
              </TableMessage>
            )}
            {list && list.total > 0 && (
              <Pagination
                page={address.page}
                pageSize={list.size}
                total={list.total}
                onPageChange={(page) => address.turnTo(page)}
                noun="parent users"
              />
            )}
          </>
        }
      />
    </>
  )
}
