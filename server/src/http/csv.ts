import Papa from 'papaparse'

const LINE_END = '\r\n'

/** Without it Excel reads the file in the machine's old character set and spoils every accent. Others skip it. */
const BYTE_ORDER_MARK = '\ufeff'

// Papa Parse's own pattern lets a formula pass when a line break follows it. A lone mark is none: "-" stays "-".
const FORMULA = /^[=+\-@\t\r]./s

/** How a CSV file begins: its columns. */
export const csvStart = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvLines([columns])

/** Lines of a CSV file. A cell that a spreadsheet would run as a formula gets an apostrophe before it. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : Papa.unparse(
        rows.map((row) => [...row]),
        { escapeFormulae: FORMULA, newline: LINE_END },
      ) + LINE_END

/**
 * A CSV file in pieces, each read when the last one has gone out: memory stays small, however many rows there are.
 * `next` returns no rows at the end.
 */
export function csvStream(
  columns: readonly string[],
  next: () => Promise<readonly (readonly string[])[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvStart(columns))),
    async pull(controller) {
      const rows = await next()
      if (rows.length === 0) controller.close()
      else controller.enqueue(encoder.encode(csvLines(rows)))
    },
  })
}

/** The headers of a CSV file that the browser saves under the name. */
export const csvHeaders = (fileName: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${fileName}"`,
})
