import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type HTMLAttributes, type ReactNode, type TdHTMLAttributes, useRef } from 'react'
import { cx } from '../cx'
import { useScrollStop } from '../hooks/use-scroll-region'

/** A framed table that scrolls sideways by itself; while it does, the keyboard can reach it too. */
export function TableFrame({
  label,
  children,
  footer,
  className,
}: {
  /** Names the table and its scroll region. */
  label: string
  /** `<TableHead>` and `<tbody>`. */
  children: ReactNode
  /** Pagination, or the line of a loading, empty or failed state. */
  footer?: ReactNode
  className?: string
}) {
  const region = useRef<HTMLDivElement>(null)
  const stop = useScrollStop(region, label)
  return (
    <div className={cx('kit-table', className)}>
      <div ref={region} {...stop} className="relative overflow-x-auto -outline-offset-2">
        <table aria-label={label} className="w-full border-collapse text-sm tabular-nums">
          {children}
        </table>
      </div>
      {footer}
    </div>
  )
}

export type SortOrder = 'asc' | 'desc'
export type Column<Key extends string = string> = {
  key: Key
  label: ReactNode
  align?: 'left' | 'right' | 'center'
  sortable?: boolean
  /** For a column of buttons: the label is spoken only. */
  hidden?: boolean
}

const aligns = { left: 'text-left', right: 'text-right', center: 'text-center' }

export function TableHead<Key extends string>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<Key>[]
  sort?: { key: Key; order: SortOrder }
  onSort?: (key: Key, order: SortOrder) => void
}) {
  return (
    <thead className="bg-sunken text-xs text-muted">
      <tr>
        {columns.map((column) => {
          const order = sort?.key === column.key ? sort.order : undefined
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
              className={cx('h-8.5 px-3 font-strong whitespace-nowrap', aligns[column.align ?? 'left'])}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  onClick={() => onSort(column.key, order === 'asc' ? 'desc' : 'asc')}
                  className="-mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-xs px-1.5 font-strong hover:text-text"
                >
                  {column.label}
                  <SortMark order={order} />
                </button>
              ) : (
                <span className={column.hidden ? 'sr-only' : undefined}>{column.label}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SortMark({ order }: { order?: SortOrder }) {
  const Icon = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown
  return <Icon aria-hidden="true" className="size-3.5" />
}

/** A row; `selected` marks the one whose detail is open. */
export function Row({
  selected,
  className,
  ...rest
}: HTMLAttributes<HTMLTableRowElement> & { selected?: boolean }) {
  return (
    <tr
      {...rest}
      data-selected={selected || undefined}
      className={cx('kit-row', rest.onClick && 'kit-row-pressable', className)}
    />
  )
}

/** `wrap` lets long notes break; names and numbers never do. `sub` is the second line. */
export function Cell({
  align = 'left',
  wrap,
  sub,
  className,
  children,
  ...rest
}: Omit<TdHTMLAttributes<HTMLTableCellElement>, 'align'> & {
  align?: 'left' | 'right' | 'center'
  wrap?: boolean
  sub?: ReactNode
}) {
  return (
    <td {...rest} className={cx('kit-cell', `kit-cell-${align}`, wrap && 'kit-cell-wrap', className)}>
      {children}
      {sub && <span className="block text-xs text-muted">{sub}</span>}
    </td>
  )
}

/**
 * A cell whose words stay whole, in a column that holds its width while names and notes give way. What is inside claims
 * no width of its own, so that no text, however long, can widen the table.
 */
export function FirmCell({ children, className }: { children: ReactNode; className: string }) {
  return (
    <td className={cx('kit-cell', 'kit-cell-wrap', className)}>
      <div className="w-0 min-w-full">{children}</div>
    </td>
  )
}
