import { plain } from '../lib/search'
import { isAmount } from './import-amounts'
import { isDate } from './import-dates'

/** Why a line is no longer imported whose family was erased while the file was under review. */
export const ERASED_LINE = 'The family was deleted meanwhile'

/** A record of a CSV file, with the number of the line it starts on. `erasedIn`: the review's version without it. */
export type ImportRecord = { line: number; cells: string[]; erasedIn?: number }

/** What a file contains: the records below its heading. */
export type ImportTable = { headings: string[]; records: ImportRecord[] }

/** For comparing headings: "Created date (UTC)" and "created_date" are the same. */
export const headingKey = (heading: string): string =>
  plain(heading)
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const isBlank = ({ cells }: ImportRecord) => cells.every((cell) => cell.trim() === '')
const filledCells = ({ cells }: ImportRecord) => cells.filter((cell) => cell.trim() !== '')
const isValue = (cell: string) => isDate(cell) || isAmount(cell) || cell.includes('@')

/** Banks write their name, the account and the period above the heading. */
const MAX_PREAMBLE_RECORDS = 40

/**
 * Finds the heading below any preamble and leaves out blank lines and the totals at the end. The heading is the row with
 * most of the known headings, at least two; else the first row of words that is as wide as the rest. Without one, the
 * columns are numbered.
 */
export function findTable(
  rows: readonly ImportRecord[],
  knownHeadings: ReadonlySet<string>,
  isFooter: FooterRule,
  keyOf = headingKey,
): ImportTable {
  const filled = rows.filter((row) => !isBlank(row))
  const at = findHeading(filled, (row) => countKnown(row, knownHeadings, keyOf))
  const heading = at === null ? undefined : filled[at]
  const below = filled.slice(at === null ? 0 : at + 1)
  const headings = heading
    ? withoutTrailingBlanks(heading.cells).map((text, index) => text.trim() || `Column ${index + 1}`)
    : Array.from({ length: usualWidth(filled) }, (_, index) => `Column ${index + 1}`)
  return { headings, records: withoutFooter(below, headings.length, isFooter) }
}

function findHeading(rows: readonly ImportRecord[], knownIn: (row: ImportRecord) => number): number | null {
  const first = rows.slice(0, MAX_PREAMBLE_RECORDS)
  const scores = first.map((row) => (filledCells(row).some(isValue) ? 0 : knownIn(row)))
  const best = Math.max(0, ...scores)
  if (best >= 2) return scores.indexOf(best)
  const width = usualWidth(rows)
  const at = first.findIndex((row) => withoutTrailingBlanks(row.cells).length >= width)
  return at !== -1 && !filledCells(first[at] as ImportRecord).some(isValue) ? at : null
}

function countKnown(row: ImportRecord, known: ReadonlySet<string>, keyOf: typeof headingKey): number {
  return new Set(row.cells.map(keyOf).filter((key) => known.has(key))).size
}

function withoutTrailingBlanks(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

/** The width that most rows have. */
function usualWidth(rows: readonly ImportRecord[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
}

const TOTALS =
  /^(?:grand |sub)?\s?totals?(?: (?:children|students|families|payments|amount))?:?(?:\s\$?[\d,.]+)?$/i
const TOTALS_SENTENCE =
  /^(?:(?:(?:grand |sub)?\s?totals?|ending balance|closing balance|number of|end of)\b|sum(?::|\s+of\b|$))/i
const SYMBOLS = /^[^\p{L}\p{N}]*$/u

export type FooterRule = (row: ImportRecord, width: number) => boolean

/** "Total,,38", "Total children: 38", "=====". In a list of people, any other line at the end may be somebody, and its faults are shown. */
export function isTotals(row: ImportRecord): boolean {
  const cells = filledCells(row)
  return TOTALS.test(cells[0]?.trim() ?? '') || cells.every((cell) => SYMBOLS.test(cell))
}

/** Also "Grand total (38 payments)" and "*** End of report ***". A record with a date or an email is a record. */
export function isReportFooter(row: ImportRecord, width: number): boolean {
  if (isTotals(row)) return true
  const cells = filledCells(row)
  if (cells.some((cell) => isDate(cell) || cell.includes('@'))) return false
  const first = cells[0]?.trim().replace(/^[*\-=\s]+/, '') ?? ''
  return TOTALS_SENTENCE.test(first) || (cells.length === 1 && width > 2)
}

function withoutFooter(records: readonly ImportRecord[], width: number, isFooter: FooterRule) {
  const last = records.findLastIndex((record) => !isFooter(record, width))
  return records.slice(0, last + 1)
}

/**
 * Why nothing of a record can be imported: it was erased, or its values may stand in other columns than those of the
 * heading.
 */
export function recordError(record: ImportRecord, headings: readonly string[]): string | undefined {
  return record.erasedIn !== undefined ? ERASED_LINE : widthError(record, headings)
}

function widthError({ cells }: ImportRecord, headings: readonly string[]): string | undefined {
  const width = Math.max(withoutTrailingBlanks(cells).length, Math.min(cells.length, headings.length))
  if (width === headings.length) return undefined
  return `Has ${width} ${width === 1 ? 'field' : 'fields'} where the heading has ${headings.length}`
}
