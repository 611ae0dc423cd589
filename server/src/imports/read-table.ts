import {
  cellTooLong,
  FILE_ERRORS,
  MAX_CELL_LENGTH,
  MAX_COLUMNS,
  MAX_RECORDS,
  unclosedQuote,
} from '@aftercare/domain/imports/import-limits'
import {
  type FooterRule,
  findTable,
  type ImportRecord,
  type ImportTable,
} from '@aftercare/domain/imports/import-table'
import Papa from 'papaparse'
import { decodeFile } from './decode-file'
import { ImportFileError } from './import-file-error'

const DELIMITERS = [',', ';', '\t']
/** Enough to tell the delimiter. */
const SAMPLE_RECORDS = 60
const SAMPLE_LENGTH = 200_000
/** Preamble and totals come on top of the records. */
const MAX_FILLED_RECORDS = MAX_RECORDS + 100
/** Blank ones included. */
const MAX_PARSED_RECORDS = 100_000

/** The table in a file's bytes; throws the sentence to show for a file that is none. */
export function readTable(
  bytes: Buffer,
  knownHeadings: ReadonlySet<string>,
  isFooter: FooterRule,
  keyOf?: (heading: string) => string,
): ImportTable {
  const text = decodeFile(bytes)
  const table = findTable(parse(text, delimiterOf(text)), knownHeadings, isFooter, keyOf)
  if (table.headings.length < 2) throw new ImportFileError(FILE_ERRORS.notTable)
  if (table.records.length === 0) throw new ImportFileError(FILE_ERRORS.onlyHeading)
  if (table.records.length > MAX_RECORDS) throw new ImportFileError(FILE_ERRORS.tooManyRecords)
  return table
}

/** The one that splits most records into the same number of fields, and into more of them. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const scores = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(sample, {
      delimiter,
      newline: '\n',
      preview: SAMPLE_RECORDS,
      skipEmptyLines: true,
    })
    const widths = new Map<number, number>()
    for (const { length } of data) widths.set(length, (widths.get(length) ?? 0) + 1)
    return Math.max(0, ...[...widths].map(([width, records]) => (width - 1) * records))
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ','
}

/** Record by record, so that a file of a million line breaks does not become a million arrays. */
function parse(text: string, delimiter: string): ImportRecord[] {
  const records: ImportRecord[] = []
  const lineAt = createLineCounter(text)
  let start = 0
  let parsed = 0
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data: cells, errors, meta }) => {
      const line = lineAt(start)
      start = meta.cursor
      parsed += 1
      if (isUnclosed(cells, errors)) throw new ImportFileError(unclosedQuote(line))
      if (cells.length > MAX_COLUMNS) throw new ImportFileError(FILE_ERRORS.tooManyColumns)
      if (cells.some((cell) => cell.length > MAX_CELL_LENGTH)) throw new ImportFileError(cellTooLong(line))
      const isFilled = cells.some((cell) => cell.trim() !== '')
      if (isFilled) records.push({ line, cells })
      if (records.length > MAX_FILLED_RECORDS || parsed > MAX_PARSED_RECORDS)
        throw new ImportFileError(FILE_ERRORS.tooManyRecords)
    },
  })
  return records
}

/**
 * Also if a field only begins with quoted words, as `"Nana" Silva` does, and ends with those of a later line: it has
 * swallowed the lines between. Within one line such a field is read as it stands.
 */
const isUnclosed = (cells: readonly string[], errors: readonly Papa.ParseError[]) =>
  errors.some(({ code }) => code === 'MissingQuotes') ||
  (errors.some(({ code }) => code === 'InvalidQuotes') && cells.some((cell) => /[\r\n]/.test(cell)))

/** The line of a position, for positions in ascending order. */
function createLineCounter(text: string): (position: number) => number {
  let line = 1
  let counted = 0
  return (position) => {
    for (let at = text.indexOf('\n', counted); at !== -1 && at < position; ) {
      line += 1
      counted = at + 1
      at = text.indexOf('\n', counted)
    }
    return line
  }
}
