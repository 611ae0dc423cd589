import type { Day } from '../lib/days'
import type { FamilyColumns } from './family-fields'
import { type FamilyLine, readFamilies } from './family-lines'
import { leaveOut, type ReviewedFamilyLine } from './family-review'
import { isAmount } from './import-amounts'
import { type DateOrder, isDate } from './import-dates'
import { ERASED_LINE, type ImportRecord, type ImportTable } from './import-table'
import { hasEmail, hasName, searchableLine } from './payer-names'
import type { PaymentColumns } from './payment-fields'
import { type PaymentLine, readPayments } from './payment-lines'
import { familyChoiceKey, type ReviewChoices, type ReviewedLine } from './payment-review'

/**
 * Takes the lines of an erased family out of a file under review. The others stay, with all that was decided about them.
 */

/** `names`: of the adult and the children. */
export type ErasedFamily = { id: string; emails: readonly string[]; names: readonly string[] }

type PaymentReview = {
  contents: ImportTable
  choices: ReviewChoices & { columns: PaymentColumns; dateOrder: DateOrder | null }
  outcome: { dateOrder: DateOrder; lines: (PaymentLine & ReviewedLine)[] }
}

/** Null if no line is about the family. */
export function erasePaymentLines<Review extends PaymentReview>(
  review: Review,
  family: ErasedFamily,
  today: Day,
): PaymentReview | null {
  const { choices, outcome } = review
  const erased = linesAbout(family, review.contents, outcome.lines, ({ familyId }) => familyId !== null)
  if (erased.size === 0) return null
  // Dates and amounts of all lines decide how the others are read.
  const contents = eraseRecords(review.contents, erased, [choices.columns.date, choices.columns.amount])
  const read = readPayments(contents, choices.columns, { today, dateOrder: choices.dateOrder })
  const lines = outcome.lines.map((line, n) =>
    erased.has(line.line) ? { ...(read.lines[n] as PaymentLine), ...skippedLine(line) } : line,
  )
  // The keys are names of payers.
  const payers = new Set(lines.map(familyChoiceKey))
  const families = Object.entries(choices.families).filter(([key, id]) => payers.has(key) && id !== family.id)
  return {
    contents,
    choices: { ...choices, families: Object.fromEntries(families) },
    outcome: { ...outcome, lines },
  }
}

const skippedLine = ({ line }: PaymentLine): ReviewedLine => ({
  line,
  state: 'skipped',
  reason: ERASED_LINE,
  familyId: null,
  foundBy: null,
  submissionId: null,
  openCents: null,
  importId: null,
})

type FamilyReview = {
  contents: ImportTable
  choices: { columns: FamilyColumns }
  outcome: { lines: (FamilyLine & ReviewedFamilyLine)[] }
}

/** Null if no line is about the family. */
export function eraseFamilyLines<Review extends FamilyReview>(
  { contents: file, choices, outcome }: Review,
  family: ErasedFamily,
): Pick<FamilyReview, 'contents' | 'outcome'> | null {
  // A line with a readable email is that address's, and children of two families are often called the same.
  const erased = linesAbout(family, file, outcome.lines, ({ state }) => state !== 'left-out')
  if (erased.size === 0) return null
  const contents = eraseRecords(file, erased, [])
  const read = readFamilies(contents, choices.columns)
  const lines = outcome.lines.map((line, n) =>
    erased.has(line.line) ? { ...(read[n] as FamilyLine), ...leaveOut(line, ERASED_LINE) } : line,
  )
  return { contents, outcome: { lines } }
}

/**
 * The lines that the review gives to the family, that have its email, or that name somebody of it, however the name is
 * spelled, and are nobody else's: a namesake's line stays.
 */
function linesAbout<Line extends { line: number; familyId: string | null }>(
  { id, emails, names }: ErasedFamily,
  { records }: ImportTable,
  lines: readonly Line[],
  isSomebodys: (line: Line) => boolean,
): Set<number> {
  const isAbout = (line: Line, { cells }: ImportRecord) => {
    if (line.familyId === id) return true
    const text = searchableLine(cells.join('\t'))
    if (emails.some((email) => hasEmail(text, email))) return true
    return !isSomebodys(line) && names.some((name) => hasName(text, name))
  }
  const about = lines.filter((line, n) => {
    const record = records[n]
    return record && !record.isErased && isAbout(line, record)
  })
  return new Set(about.map(({ line }) => line))
}

const eraseRecords = (
  { headings, records }: ImportTable,
  erased: ReadonlySet<number>,
  keptColumns: readonly (number | null)[],
): ImportTable => ({
  headings,
  records: records.map((record) => {
    if (!erased.has(record.line)) return record
    // Any column may have been chosen for the dates, also one of names.
    const isKept = (cell: string, n: number) => keptColumns.includes(n) && (isDate(cell) || isAmount(cell))
    return {
      line: record.line,
      cells: record.cells.map((cell, n) => (isKept(cell, n) ? cell : '')),
      isErased: true,
    }
  }),
})
