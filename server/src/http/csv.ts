import { z } from '@hono/zod-openapi'
import Papa from 'papaparse'

const LINE_END = '\r\n'

/** Without it Excel assumes a legacy encoding and garbles accents. Other programs skip it. */
const BYTE_ORDER_MARK = '\ufeff'

// Papa Parse's own pattern misses a formula followed by a line break. A single character is not one: "-" stays "-".
const FORMULA = /^[=+\-@\t\r]./s

/** A whole CSV file, or its start: byte order mark and lines. */
export const csvText = (lines: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + csvLines(lines)

/** Lines of a CSV file. Cells that a spreadsheet would run as a formula are prefixed with an apostrophe. */
const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : Papa.unparse(
        rows.map((row) => [...row]),
        { escapeFormulae: FORMULA, newline: LINE_END },
      ) + LINE_END

/**
 * Streams a CSV file with backpressure, so that memory stays small however many rows there are. `next` returns no rows
 * at the end.
 */
export function csvStream(
  columns: readonly string[],
  next: () => Promise<readonly (readonly string[])[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvText([columns]))),
    async pull(controller) {
      const rows = await next()
      if (rows.length === 0) controller.close()
      else controller.enqueue(encoder.encode(csvLines(rows)))
    },
  })
}

/** The 200 response of a route that sends a CSV file. */
export const csvResponse = (description: string) =>
  ({ 200: { description, content: { 'text/csv': { schema: z.string() } } } }) as const

/** Response headers of a CSV download. */
export const csvHeaders = (fileName: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${fileName}"`,
})
