import { listedStatus } from '@aftercare/domain/lib/enums'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { OUTSTANDING_HINT } from '@aftercare/domain/payments/balances'
import { FileUp, UsersRound } from 'lucide-react'
import { readSearch } from '../../lib/url-state'
import { cx } from '../../ui/cx'
import { StatusBadge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { RowLink } from '../../ui/data/row-link'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { ButtonLink } from '../../ui/inputs/button'
import { PageHeader } from '../../ui/layout/page-header'
import { ListSearch } from '../list-search'
import { ListedEmail } from '../listed-email'
import { PagedList } from '../paged-list'
import { parentHref } from '../parent-href'
import { PrintedFilter, searchLabel } from '../printed-filter'
import { useListUrlState } from '../use-list-url-state'
import { AddFamily } from './add-family'
import { type ListedParent, type ParentsFilter, useListedParents } from './parents.api'
import { WriteToAll } from './write-to-all'

const FAILED = 'Failed to fetch parent users. Please try again.'

const SORTS = ['name', 'email', 'phone', 'children', 'submissions', 'outstanding', 'status'] as const

const COLUMNS: readonly Column<ListedParent>[] = [
  {
    label: 'Name',
    role: 'title',
    sort: 'name',
    wrap: 'min-w-32',
    cell: (row) => (
      <TwoLines sub={underName(row)}>
        <RowLink to={parentHref(row.id)}>{row.full_name || row.email}</RowLink>
      </TwoLines>
    ),
  },
  {
    label: 'Email',
    role: 'meta',
    sort: 'email',
    wrap: 'min-w-52',
    cell: (row) => <ListedEmail person={row} />,
  },
  { label: 'Phone', role: 'meta', sort: 'phone', wrap: 'min-w-33', cell: (row) => row.phone ?? '-' },
  {
    label: 'Children',
    role: 'meta',
    sort: 'children',
    wrap: 'min-w-36',
    cell: (row) => row.children.map(isolate).join(', ') || '-',
  },
  { label: 'Submissions', role: 'meta', sort: 'submissions', align: 'right', cell: (row) => row.submissions },
  {
    label: 'Outstanding',
    role: 'amount',
    sort: 'outstanding',
    align: 'right',
    cell: ({ outstanding }) => (
      <span className={cx(outstanding > 0 && 'font-semibold')}>{formatUsd(toCents(outstanding))}</span>
    ),
    card: ({ outstanding }) => (
      <TwoLines sub="Outstanding">
        <span>{formatUsd(toCents(outstanding))}</span>
      </TwoLines>
    ),
  },
  {
    label: 'Status',
    role: 'status',
    sort: 'status',
    cell: (row) => {
      const { shown, label } = listedStatus(row)
      return <StatusBadge status={shown}>{label}</StatusBadge>
    },
  },
]

/** Whose family somebody joined, and that they read Spanish. */
function underName({ family_of, language }: ListedParent) {
  if (!family_of && language !== 'es') return null
  return (
    <>
      {family_of && (
        <>
          Family of <bdi>{family_of.name}</bdi>
        </>
      )}
      {family_of && language === 'es' && ', '}
      {language === 'es' && <span lang="es">Español</span>}
    </>
  )
}

export default function ParentUsersPage() {
  const listState = useListUrlState()
  const filter: ParentsFilter = {
    search: readSearch(listState.params),
    sort: listState.choice('sort', SORTS),
    direction: listState.choice('direction', ['asc', 'desc']),
  }
  const list = useListedParents(filter, listState.page)
  useErrorToast(list.isError, FAILED)

  return (
    <>
      <PageHeader
        description={`Outstanding = ${OUTSTANDING_HINT}.`}
        actions={
          <span className="flex flex-wrap justify-end gap-2 *:grow sm:*:grow-0">
            <ButtonLink
              variant="quiet"
              to="/admin/parent-users/import-families"
              icon={<UsersRound aria-hidden="true" />}
            >
              Import Families
            </ButtonLink>
            <ButtonLink
              variant="quiet"
              to="/admin/parent-users/import-payments"
              icon={<FileUp aria-hidden="true" />}
            >
              Import Payments
            </ButtonLink>
            <WriteToAll />
            <AddFamily />
          </span>
        }
      />
      <ListSearch
        label="Search parent, child or email"
        placeholder="Parent, child or email"
        listState={listState}
        className="mb-3"
      />
      <PrintedFilter filters={[searchLabel(filter.search)]} />
      <PagedList
        label="Parent Users"
        noun="parent users"
        columns={COLUMNS}
        query={list}
        listState={listState}
        filter={filter}
        error={FAILED}
        empty={filter.search ? 'No parents or guests match this search' : 'No parents or guests yet'}
        loadingRows={8}
      />
    </>
  )
}
