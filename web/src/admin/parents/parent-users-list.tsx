import { ACCOUNT_STATUS_LABELS } from '@aftercare/domain/lib/enums'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'
import { StatusBadge } from '../../ui/data/badge'
import { CardFacts, CardList, CardSort, RowCard, SkeletonRowCards } from '../../ui/data/card-list'
import { EmailText } from '../../ui/data/email-text'
import { Cell, type Column, Row, type SortOrder, TableFrame, TableHead } from '../../ui/data/table'
import { SkeletonRows } from '../../ui/feedback/skeleton'
import { useNarrow } from '../../ui/hooks/use-media-query'
import { followRowLink, RowLink } from '../row-link'
import { type ListedParent, type ParentSort, parentHref } from './parents.api'

const LABEL = 'Parent Users'

const COLUMNS: readonly Column<ParentSort>[] = [
  { key: 'name', label: 'Name', sortable: true },
  { key: 'email', label: 'Email', sortable: true },
  { key: 'phone', label: 'Phone', sortable: true },
  { key: 'children', label: 'Children', sortable: true },
  { key: 'submissions', label: 'Submissions', align: 'right', sortable: true },
  { key: 'outstanding', label: 'Outstanding', align: 'right', sortable: true },
  { key: 'status', label: 'Status', sortable: true },
]

type ParentUsersListProps = {
  rows?: readonly ListedParent[]
  isLoading: boolean
  sort: { key: ParentSort; order: SortOrder }
  onSort: (key: ParentSort, order: SortOrder) => void
  footer: ReactNode
}

/** A table where there is room for one, else cards. */
export function ParentUsersList({ rows, isLoading, sort, onSort, footer }: ParentUsersListProps) {
  if (useNarrow())
    return (
      <CardList
        label={LABEL}
        head={<CardSort columns={COLUMNS} sort={sort} onSort={onSort} />}
        footer={footer}
      >
        {isLoading && <SkeletonRowCards />}
        {rows?.map((row) => (
          <ParentCard key={row.id} row={row} />
        ))}
      </CardList>
    )
  return (
    <TableFrame label={LABEL} footer={footer}>
      <TableHead columns={COLUMNS} sort={sort} onSort={onSort} />
      <tbody>
        {isLoading && <SkeletonRows columns={COLUMNS.length} rows={8} />}
        {rows?.map((row) => (
          <ParentRow key={row.id} row={row} />
        ))}
      </tbody>
    </TableFrame>
  )
}

const nameOf = (row: ListedParent) => <RowLink to={parentHref(row.id)}>{row.full_name || row.email}</RowLink>

function ParentRow({ row }: { row: ListedParent }) {
  return (
    <Row onClick={followRowLink}>
      <Cell wrap className="min-w-32 wrap-anywhere">
        {nameOf(row)}
      </Cell>
      <Cell wrap className="min-w-52 wrap-anywhere">
        <EmailText>{row.email}</EmailText>
      </Cell>
      <Cell wrap className="min-w-33">
        {row.phone ?? '-'}
      </Cell>
      <Cell wrap className="min-w-36 wrap-anywhere">
        {row.children.map(isolate).join(', ') || '-'}
      </Cell>
      <Cell align="right">{row.submissions}</Cell>
      <Cell align="right" className={cx(row.outstanding > 0 && 'font-strong')}>
        {formatUsd(toCents(row.outstanding))}
      </Cell>
      <Cell>
        <StatusBadge status={ACCOUNT_STATUS_LABELS[row.status]} />
      </Cell>
    </Row>
  )
}

function ParentCard({ row }: { row: ListedParent }) {
  return (
    <RowCard onClick={followRowLink} title={nameOf(row)} aside={formatUsd(toCents(row.outstanding))}>
      <p className="flex items-center justify-between gap-2">
        <StatusBadge status={ACCOUNT_STATUS_LABELS[row.status]} />
        <span className="text-note text-muted">Outstanding</span>
      </p>
      <CardFacts
        facts={[
          ['Children', row.children.map(isolate).join(', ') || '-'],
          ['Phone', row.phone ?? '-'],
          ['Email', <EmailText key="email">{row.email}</EmailText>],
          ['Submissions', row.submissions],
        ]}
      />
    </RowCard>
  )
}
