import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useRef } from 'react'
import { cx } from '../cx'
import { SkeletonRows } from '../feedback/skeleton'
import { useScrollRegion } from '../hooks/use-scroll-region'
import type { Column, Identified, ListProps, SortOrder } from './columns'
import { followRowLink } from './row-link'

const aligns = { left: 'text-left', right: 'text-right', center: 'text-center' }

/** Scrolls horizontally; while it does, it can be focused by keyboard. */
export function DataTable<Row extends Identified>({ label, columns, rows, sort, ...props }: ListProps<Row>) {
  const region = useRef<HTMLDivElement>(null)
  const regionProps = useScrollRegion(region, label)
  return (
    <div className="kit-table">
      <div ref={region} {...regionProps} className="relative overflow-x-auto -outline-offset-2">
        <table aria-label={label} className="w-full border-collapse text-sm tabular-nums">
          <thead className="bg-surface-inset text-xs text-muted">
            <tr>
              {columns.map((column) => {
                const order = sort && sort.key === column.sort ? sort.order : undefined
                return (
                  <th
                    key={column.label}
                    scope="col"
                    aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
                    className={cx(
                      'h-8.5 px-3 font-semibold whitespace-nowrap',
                      aligns[column.align ?? 'left'],
                    )}
                  >
                    {column.sort && sort ? (
                      <button
                        type="button"
                        onClick={() => sort.onChange(column.sort ?? '', order === 'asc' ? 'desc' : 'asc')}
                        className="-mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-xs px-1.5 font-semibold hover:text-text"
                      >
                        {column.label}
                        <SortIcon order={order} />
                      </button>
                    ) : (
                      <span className={column.role === 'actions' ? 'sr-only' : undefined}>
                        {column.heading ?? column.label}
                      </span>
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            <SkeletonRows columns={columns.length} rows={props.loadingRows} />
            {rows.map((row) => {
              const { className, ...attributes } = props.rowAttributes?.(row) ?? {}
              return (
                <tr
                  key={row.id}
                  data-row={row.id}
                  {...{ onClick: followRowLink, ...attributes }}
                  className={cx('kit-row', className)}
                >
                  {columns.map((column) => (
                    <td key={column.label} className={cellClass(column)}>
                      {column.fixed ? (
                        <div className="w-0 min-w-full">{column.cell(row)}</div>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {props.footer}
    </div>
  )
}

function cellClass({ align = 'left', wrap, fixed, className }: Omit<Column<never>, 'cell'>): string {
  const cellClassName = wrap ?? fixed ?? className
  return cx('kit-cell', `kit-cell-${align}`, cellClassName !== className && 'kit-cell-wrap', cellClassName)
}

function SortIcon({ order }: { order?: SortOrder }) {
  const Icon = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown
  return <Icon aria-hidden="true" className="size-3.5" />
}
