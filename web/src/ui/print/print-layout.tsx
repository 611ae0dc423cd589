import { Fragment, type ReactNode } from 'react'
import { rootAttributeRef } from '../hooks/root-attribute-ref'
import { Logo } from '../illustrations/logo'
import { usePageFooter } from '../layout/page-footer'
import { useProgram } from '../program'
import './print-layout.css'

type PaperProps = {
  /** The name for its own styles. */
  sheet: string
  title: string
  date: string
  /** The age of the data, below the programme's name. */
  asOf: string
  /** Above everything else. */
  notice?: string | false
  /** The footer of every page. */
  footer: { text: string; warning?: string }
  children: ReactNode
}

const markPaper = rootAttributeRef('data-paper')

/** A printed page of the day, with the programme's header on the first page and a footer on all. */
export function PrintLayout({ sheet, title, date, asOf, notice, footer, children }: PaperProps) {
  const program = useProgram()
  usePageFooter('--paper-footer', footer.text)
  usePageFooter('--paper-warning', footer.warning)
  return (
    <article ref={markPaper} className="paper" data-sheet={sheet}>
      <header className="paper-head">
        <Logo className="paper-logo" />
        <div>
          <h1>{title}</h1>
          <p className="paper-date">{date}</p>
        </div>
        <p className="paper-program">
          {program.name}
          <br />
          <span className="paper-as-of">{asOf}</span>
        </p>
      </header>
      {notice && <p className="paper-notice">{notice}</p>}
      {children}
    </article>
  )
}

type PaperTableProps<Row> = {
  label: string
  columns: readonly string[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** The children of the day, one per row; the header row repeats on every page. */
export function PrintTable<Row>({ label, columns, rows, keyOf, children }: PaperTableProps<Row>) {
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
