import { type ReactNode, useRef } from 'react'
import { TableError, TableMessage } from '../feedback/states'

import { useRestoreRowFocus } from '../hooks/use-restore-row-focus'
import type { DataListProps, Identified } from './columns'
import { DataCards } from './data-cards'
import { DataTable } from './data-table'
import { Pagination } from './pagination'
import { useCardsWhereCut } from './use-cards-where-cut'

/** Rows with their loading, empty and error states: a table on wide screens; cards on narrow ones, and on tablets where a table would be cut. */
export function DataList<Row extends Identified>(props: DataListProps<Row>) {
  const list = useRef<HTMLDivElement>(null)
  const asCards = useCardsWhereCut(list)
  const List = asCards ? DataCards<Row> : DataTable<Row>
  useRestoreRowFocus(list, asCards)
  const { data, isError } = props.query
  const isLoading = !data && !isError
  return (
    <div ref={list} className="contents">
      <List
        {...props}
        rows={data?.rows ?? []}
        loadingRows={isLoading && !props.loading ? (props.loadingRows ?? 5) : 0}
        footer={footerOf(props)}
      />
    </div>
  )
}

function footerOf<Row extends Identified>(props: DataListProps<Row>): ReactNode {
  const { query, paging } = props
  const { data } = query
  if (!data && query.isError) return <TableError message={props.error} onRetry={() => void query.refetch()} />
  if (!data) return props.loading && <TableMessage>{props.loading}</TableMessage>
  const { total = data.rows.length, size = total, is_capped } = data
  if (total === 0) return props.empty && <TableMessage>{props.empty}</TableMessage>
  if (!paging || (paging.hideSinglePage && total <= size)) return null
  const { page, onPageChange, noun } = paging
  return (
    <Pagination
      page={page}
      pageSize={size}
      total={total}
      isCapped={is_capped}
      onPageChange={onPageChange}
      noun={noun}
    />
  )
}

/** A value with a smaller second line. */
export function TwoLines({ children, sub }: { children: ReactNode; sub: ReactNode }) {
  return (
    <>
      <span>{children}</span>
      {sub && <span className="block text-xs text-muted">{sub}</span>}
    </>
  )
}
