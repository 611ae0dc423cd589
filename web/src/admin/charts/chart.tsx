import { type CSSProperties, type ReactNode, useId } from 'react'
import { cx } from '../../ui/cx'

export type View = 'bars' | 'numbers'

type ChartProps = {
  title: string
  view: View
  variant: 'days' | 'money'
  columns: readonly string[]
  /** What a column's heading does not say, as a sentence below. */
  explained?: { column: string; text: string }
  children: ReactNode
}

/**
 * One table, rendered as bars or as numbers, so screen readers always get a table. The roles are explicit because some
 * browsers drop them when a table's `display` is changed.
 */
export function Chart({ title, view, variant, columns, explained, children }: ChartProps) {
  const explanationId = useId()
  return (
    <section
      aria-label={title}
      // On phones the numbers scroll sideways, by keyboard too; the bars have their own tab stop.
      tabIndex={view === 'numbers' ? 0 : undefined}
      className="overflow-x-auto rounded-panel border border-line bg-surface p-4 break-inside-avoid"
    >
      <table {...ROLES.table} data-view={view} className={cx('chart', `chart-${variant}`)}>
        <caption>{title}</caption>
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                {...ROLES.column}
                {...(column === explained?.column && {
                  title: explained.text,
                  'aria-describedby': explanationId,
                })}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
      {explained && (
        <p id={explanationId} className="mt-3 text-sm text-muted">
          {explained.text}
        </p>
      )}
    </section>
  )
}

export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  header: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** Height of a bar, 0 to 1. A negative value (more reversals than payments) has none. */
export const barHeight = (value: number, top: number) =>
  ({ '--height': Math.max(0, value / top) }) as CSSProperties
