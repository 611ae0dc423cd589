import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../../ui/cx'

export type View = 'bars' | 'numbers'

type PictureProps = {
  title: string
  view: View
  kind: 'days' | 'money'
  columns: readonly string[]
  children: ReactNode
}

/**
 * One table, drawn as bars or as numbers: whoever cannot see the bars reads the table. The roles are said again because
 * some browsers forget them where a table is not laid out as one.
 */
export function Chart({ title, view, kind, columns, children }: PictureProps) {
  return (
    <section
      aria-label={title}
      // On phones the numbers scroll sideways, by the keyboard too; the bars have a stop of their own.
      tabIndex={view === 'numbers' ? 0 : undefined}
      className="overflow-x-auto rounded-panel border border-line bg-surface p-4 break-inside-avoid"
    >
      <table {...ROLES.table} data-view={view} className={cx('picture', `picture-${kind}`)}>
        <caption>{title}</caption>
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map((column) => (
              <th key={column} scope="col" {...ROLES.column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
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

/** How high a bar is, from 0 to 1. A month with more reversals than payments has none. */
export const heightOf = (value: number, top: number) =>
  ({ '--height': Math.max(0, value / top) }) as CSSProperties
