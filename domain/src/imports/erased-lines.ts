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

/** `names`: of the adult and the children. `joinedIds`: the families that the adult was a member of, which stay. */
export type ErasedFamily = {
  id: string
  emails: readonly string[]
  names: readonly string[]
  joinedIds: readonly string[]
}

type PaymentReview = {
  version: number
  contents: ImportTable
  choices: ReviewChoices & { columns: PaymentColumns; dateOrder: DateOrder | null }
  outcome: { dateOrder: DateOrder; lines: (PaymentLine & ReviewedLine)[] }
}

/** Null if no line is about the family. */
export function erasePaymentLines<Review extends PaymentReview>(
  review: Review,
  family: ErasedFamily,
  today: Day,
): Omit<PaymentReview, 'version'> | null {
  const { choices, outcome } = review
  const { columns } = choices
  const others = othersLines(family, review.contents, outcome.lines)
  const erased = linesAbout(family, review.contents, outcome.lines, ({ familyId }) => familyId !== null)
  for (const line of others) erased.delete(line)
  if (erased.size + others.size === 0) return null
  // Dates and amounts of all lines decide how the others are read.
  const left = eraseRecords(review, erased, [columns.date, columns.amount])
  const contents = { ...left, records: redactRecords(left.records, others, family, columns) }
  const read = readPayments(contents, columns, { today, dateOrder: choices.dateOrder })
  const lines = outcome.lines.map((line, n) => {
    const now = read.lines[n] as PaymentLine
    if (erased.has(line.line)) return { ...now, ...skippedLine(line) }
    if (!others.has(line.line)) return line
    return { ...line, ...now, foundBy: now.payerKey === line.payerKey ? line.foundBy : 'chosen' }
  })
  // The keys are names of payers. Without one, a line is found by its number.
  const payers = new Set(lines.map(familyChoiceKey))
  const families = Object.entries(choices.families).filter(([key, id]) => payers.has(key) && id !== family.id)
  const kept = lines
    .filter(({ line, payerKey }) => others.has(line) && payerKey === '')
    .map((line) => [familyChoiceKey(line), line.familyId])
  return {
    contents,
    choices: { ...choices, families: Object.fromEntries([...families, ...kept]) },
    outcome: { ...outcome, lines },
  }
}

/**
 * The lines of families that stay, with the erased person's email or, in a family that they were a member of, their name:
 * elsewhere it is a namesake's.
 */
function othersLines(
  family: ErasedFamily,
  { records }: ImportTable,
  lines: readonly ReviewedLine[],
): Set<number> {
  const { id, joinedIds, emails, names } = family
  const isOthers = ({ familyId }: ReviewedLine, { cells }: ImportRecord) => {
    if (familyId === null || familyId === id) return false
    return mentions(cells, { emails, names: joinedIds.includes(familyId) ? names : [] })
  }
  const found = lines.filter((line, n) => records[n] && isOthers(line, records[n]))
  return new Set(found.map(({ line }) => line))
}

type Person = Pick<ErasedFamily, 'emails' | 'names'>

function mentions(cells: readonly string[], { emails, names }: Person): boolean {
  const text = searchableLine(cells.join('\t'))
  return emails.some((email) => hasEmail(text, email)) || names.some((name) => hasName(text, name))
}

/** Without the cells that name the person. Payer and email go together: half of them might be taken for somebody else. */
const redactRecords = (
  records: readonly ImportRecord[],
  others: ReadonlySet<number>,
  person: Person,
  { payer, email, date, amount }: PaymentColumns,
): ImportRecord[] =>
  records.map((record) => {
    if (!others.has(record.line)) return record
    const isPersons = (n: number | null) => n !== null && mentions([record.cells[n] ?? ''], person)
    const isPayer = isPersons(payer) || isPersons(email)
    const cells = record.cells.map((cell, n) =>
      isPersons(n) || (isPayer && (n === payer || n === email)) ? '' : cell,
    )
    // A name across two cells.
    const left = mentions(cells, person) ? blankCells(cells, [date, amount]) : cells
    return { ...record, cells: left }
  })

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
  version: number
  contents: ImportTable
  choices: { columns: FamilyColumns }
  outcome: { lines: (FamilyLine & ReviewedFamilyLine)[] }
}

/** Null if no line is about the family. */
export function eraseFamilyLines<Review extends FamilyReview>(
  review: Review,
  family: ErasedFamily,
): Pick<FamilyReview, 'contents' | 'outcome'> | null {
  const { contents: file, choices, outcome } = review
  // A line with a readable email is that address's, and children of two families are often called the same.
  const erased = linesAbout(family, file, outcome.lines, ({ state }) => state !== 'left-out')
  if (erased.size === 0) return null
  const contents = eraseRecords(review, erased, [])
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
    return record && record.erasedIn === undefined && isAbout(line, record)
  })
  return new Set(about.map(({ line }) => line))
}

const eraseRecords = (
  { contents: { headings, records }, version }: { contents: ImportTable; version: number },
  erased: ReadonlySet<number>,
  keptColumns: readonly (number | null)[],
): ImportTable => ({
  headings,
  records: records.map(({ line, cells, ...rest }) =>
    erased.has(line)
      ? { line, cells: blankCells(cells, keptColumns), erasedIn: version + 1 }
      : { line, cells, ...rest },
  ),
})

/** Any column may have been chosen for the dates, also one of names. */
const blankCells = (cells: readonly string[], keptColumns: readonly (number | null)[]): string[] =>
  cells.map((cell, n) => (keptColumns.includes(n) && (isDate(cell) || isAmount(cell)) ? cell : ''))
