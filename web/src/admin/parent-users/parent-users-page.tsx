import { OUTSTANDING_HINT } from '@aftercare/domain/balances'
import { formatUsd } from '@aftercare/domain/money'
import { ACCOUNT_STATUS_LABELS } from '@aftercare/domain/names'
import {
  type ListedParent,
  type ParentSort,
  type ParentsFilter,
  parentHref,
  useListedParents,
  useParentChanges,
} from '../../features/parents/parents.api'
import { StatusBadge } from '../../ui/badge'
import { cx } from '../../ui/cx'
import { useFailureToast } from '../../ui/failure-toast'
import { PageHeader } from '../../ui/page-header'
import { Pagination } from '../../ui/pagination'
import { SearchInput } from '../../ui/search-input'
import { SkeletonRows } from '../../ui/skeleton'
import { TableError, TableMessage } from '../../ui/states'
import { Cell, type Column, Row, TableFrame, TableHead } from '../../ui/table'
import { followRowLink, RowLink } from '../row-link'
import { useListAddress, useSearchText } from '../use-list-address'

const FAILED = 'Failed to fetch parent users. Please try again.'

const SORTS = ['name', 'email', 'phone', 'children', 'submissions', 'outstanding', 'status'] as const

const COLUMNS: readonly Column<ParentSort>[] = [
  { key: 'name', label: 'Name', sortable: true },
  { key: 'email', label: 'Email', sortable: true },
  { key: 'phone', label: 'Phone', sortable: true },
  { key: 'children', label: 'Children', sortable: true },
  { key: 'submissions', label: 'Submissions', align: 'right', sortable: true },
  {
    key: 'outstanding',
    label: <span title={OUTSTANDING_HINT}>Outstanding</span>,
    align: 'right',
    sortable: true,
  },
  { key: 'status', label: 'Status', sortable: true },
]

export function ParentUsersPage() {
  const address = useListAddress()
  const filter: ParentsFilter = {
    search: address.params.get('search') ?? '',
    sort: address.choice('sort', SORTS),
    direction: address.choice('direction', ['asc', 'desc']),
  }
  const [search, typeSearch] = useSearchText(filter.search, (text) =>
    address.change({ search: text }, { replace: true }),
  )
  useParentChanges()
  const { data: list, isError, refetch } = useListedParents(filter, address.page)
  useFailureToast(isError, FAILED)

  return (
    <>
      <PageHeader title="Parent Users" description={`Outstanding: ${OUTSTANDING_HINT}.`} />
      <SearchInput
        label="Search parent, child or email"
        placeholder="Parent, child or email"
        value={search}
        onValueChange={typeSearch}
        className="mb-3"
      />
      <TableFrame
        label="Parent Users"
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
                onPageChange={(page) => address.change({ page: String(page) })}
                noun="parent users"
              />
            )}
          </>
        }
      >
        <TableHead
          columns={COLUMNS}
          sort={{ key: filter.sort, order: filter.direction }}
          onSort={(sort, direction) => address.change({ sort, direction })}
        />
        <tbody>
          {!list && !isError && <SkeletonRows columns={COLUMNS.length} rows={8} />}
          {list?.rows.map((row) => (
            <ParentRow key={row.id} row={row} />
          ))}
        </tbody>
      </TableFrame>
    </>
  )
}

function ParentRow({ row }: { row: ListedParent }) {
  return (
    <Row onClick={followRowLink}>
      <Cell wrap className="min-w-32 wrap-anywhere">
        <RowLink to={parentHref(row.id)}>{row.full_name || row.email}</RowLink>
      </Cell>
      <Cell wrap className="min-w-44 wrap-anywhere">
        {row.email}
      </Cell>
      <Cell>{row.phone ?? '-'}</Cell>
      <Cell wrap className="min-w-36">
        {row.children.join(', ') || '-'}
      </Cell>
      <Cell align="right">{row.submissions}</Cell>
      <Cell align="right" className={cx(row.outstanding > 0 && 'font-strong')}>
        {formatUsd(row.outstanding * 100)}
      </Cell>
      <Cell>
        <StatusBadge status={ACCOUNT_STATUS_LABELS[row.status]} />
      </Cell>
    </Row>
  )
}
