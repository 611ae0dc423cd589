import Papa from 'papaparse'

const LINE_END = '\r\n'

// Papa Parse's own pattern lets a formula pass when a line break follows it. A lone mark is none: "-" stays "-".
const FORMULA = /^[=+\-@\t\r]./s

/** Lines of a CSV file. A cell that a spreadsheet would run as a formula gets an apostrophe before it. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : Papa.unparse(
        rows.map((row) => [...row]),
        { escapeFormulae: FORMULA, newline: LINE_END },
      ) + LINE_END

/** The headers of a CSV file that the browser saves under the name. */
export const csvHeaders = (fileName: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${fileName}"`,
})
