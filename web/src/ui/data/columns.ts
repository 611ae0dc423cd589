import type { ReactNode } from 'react'

export type SortOrder = 'asc' | 'desc'

/**
 * Where a column stands on a card: `title` and `amount` in its first line, `subtitle` and `status` below, `actions` at
 * the end of that line, `alert` in a line of its own, `meta` under its label at the bottom. `select` is a tick box.
 */
type ColumnRole = 'select' | 'title' | 'amount' | 'subtitle' | 'status' | 'actions' | 'alert' | 'meta'

/** Every row has a key of its own. */
export type Identified = { id: string }

export type Column<Row> = {
  /** Its heading; only spoken above a column of buttons. */
  label: string
  role: ColumnRole
  cell: (row: Row) => ReactNode
  /** On a card, where it differs; false: it says nothing new there. */
  card?: false | ((row: Row) => ReactNode)
  /** On a card, where the heading alone says too little. */
  cardLabel?: string
  align?: 'left' | 'right' | 'center'
  /** By what it can be sorted. */
  sort?: string
  /** The class of a cell whose text may break, with the width that it needs. */
  wrap?: string
  /** The same, and the text claims no width of its own, so that none can widen the table. */
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
  /** Said when it did not load, where it then shows at all. */
  error?: string
  /** Said when there are no rows, where that can be. */
  empty?: string
  /** Said while it loads, instead of grey shapes. */
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
