import { Fragment, type ReactNode } from 'react'

type PrintTableProps<Row> = {
  label: string
  columns: readonly string[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** The children of the day, one per row; the header row repeats on every page. */
export function PrintTable<Row>({ label, columns, rows, keyOf, children }: PrintTableProps<Row>) {
  return (
    <>
      <table className="paper-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={keyOf(row)}>{children(row)}</Fragment>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="paper-empty">No children scheduled for this date</p>}
    </>
  )
}
