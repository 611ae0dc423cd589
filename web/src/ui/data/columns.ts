import type { ReactNode } from 'react'

export type SortOrder = 'asc' | 'desc'

/**
 * Where a column is on a card: `title` and `amount` in its first line, `subtitle` and `status` below, `actions` at
 * the end of that line, `alert` in a line of its own, `meta` under its label at the bottom. `select` is a checkbox.
 */
type ColumnRole = 'select' | 'title' | 'amount' | 'subtitle' | 'status' | 'actions' | 'alert' | 'meta'

/** Rows have a unique id. */
export type Identified = { id: string }

export type Column<Row> = {
  /** The heading; visually hidden above a column of buttons. */
  label: string
  role: ColumnRole
  cell: (row: Row) => ReactNode
  /** The cell on a card, where it differs; false hides it there. */
  card?: false | ((row: Row) => ReactNode)
  /** The label on a card, where the heading is too short. */
  cardLabel?: string
  align?: 'left' | 'right' | 'center'
  /** The sort key. */
  sort?: string
  /** The class, with a width, of a cell whose text wraps. */
  wrap?: string
  /** The same, with a fixed width that the text cannot widen. */
  fixed?: string
  className?: string
  /** A control in place of the heading. */
  heading?: ReactNode
}

export type DataListProps<Row extends Identified> = {
  /** Names the table, or the list of cards. */
  label: string
  columns: readonly Column<Row>[]
  query: {
    data?: { rows: readonly Row[]; total?: number; size?: number; is_capped?: boolean }
    isError: boolean
    refetch: () => unknown
  }
  /** Shown when loading fails. */
  error?: string
  /** Shown when there are no rows. */
  empty?: string
  /** Shown while it loads, instead of skeletons. */
  loading?: string
  loadingRows?: number
  /** `data-selected` marks the row whose detail is open. */
  rowAttributes?: (row: Row) => { [name: `data-${string}`]: boolean | undefined; className?: string }
  paging?: { page: number; onPageChange: (page: number) => void; noun: string; hideSinglePage?: boolean }
  sort?: { key: string; order: SortOrder; onChange: (key: string, order: SortOrder) => void }
}

/** What both layouts render. */
export type ListProps<Row extends Identified> = Omit<DataListProps<Row>, 'query'> & {
  rows: readonly Row[]
  loadingRows: number
  footer: ReactNode
}
