import type { Day } from '../lib/days'
import type { FamilyColumns } from './family-fields'
import type { ReviewedFamilyLine } from './family-review'
import { isAmount } from './import-amounts'
import { isDate } from './import-dates'
import type { ImportRecord, ImportTable } from './import-table'
import { hasEmail, hasName, searchableLine } from './payer-names'
import { readPayments } from './payment-lines'
import { familyChoiceKey, type PaymentChoices, type ReviewedPayment } from './payment-review'

/** `names`: of the adult and the children. `joinedIds`: the families that the adult was a member of, which stay. */
export type ErasedFamily = {
  id: string
  emails: readonly string[]
  names: readonly string[]
  joinedIds: readonly string[]
}

type Review<Choices, Line> = {
  version: number
  contents: ImportTable
  choices: Choices
  outcome: { lines: readonly Line[] }
}

/**
 * Takes the lines of an erased family out of a file under review: those that the review gives to the family, that have
 * its email, or that name somebody of it, however the name is spelled, and are nobody else's. A namesake's line stays,
 * and one that is another family's loses only the cells that name the person. Null if no line is about the family.
 */
export function erasePaymentLines(
  review: Review<PaymentChoices, ReviewedPayment>,
  family: ErasedFamily,
  today: Day,
): { contents: ImportTable; choices: PaymentChoices } | null {
  const { choices } = review
  const { date, amount, payer, email } = choices.columns
  const others = new Map<number, string>()
  const contents = changeRecords(review, ({ cells, ...record }, { familyId }) => {
    // Dates and amounts of all lines decide how the others are read.
    const kept = [date, amount]
    if (familyId === family.id || (familyId === null && mentions(cells, family)))
      return { line: record.line, cells: blankCells(cells, kept), erasedIn: review.version + 1 }
    // In a family that they never joined, the name is a namesake's.
    const names = familyId !== null && family.joinedIds.includes(familyId) ? family.names : []
    if (familyId === null || !mentions(cells, { ...family, names })) return null
    others.set(record.line, familyId)
    return { ...record, cells: redactCells(cells, family, { kept, payer: [payer, email] }) }
  })
  if (!contents) return null
  // The keys are names of payers. Without one, a line is found by its number.
  const { lines } = readPayments(contents, choices.columns, { today, dateOrder: choices.dateOrder })
  const keys = new Set(lines.map(familyChoiceKey))
  const kept = Object.entries(choices.families).filter(([key, id]) => keys.has(key) && id !== family.id)
  const byLine = lines
    .filter(({ line, payerKey }) => others.has(line) && payerKey === '')
    .map((line) => [familyChoiceKey(line), others.get(line.line)])
  return { contents, choices: { ...choices, families: Object.fromEntries([...kept, ...byLine]) } }
}

/** Of a list of families, every line with the family's email goes: children of two families are often called the same. */
export function eraseFamilyLines<Choices extends { columns: FamilyColumns }>(
  review: Review<Choices, ReviewedFamilyLine>,
  family: ErasedFamily,
): { contents: ImportTable; choices: Choices } | null {
  const contents = changeRecords(review, ({ line, cells }, { familyId, state }) => {
    // A line with a readable email is that address's.
    const names = state === 'left-out' ? family.names : []
    if (familyId !== family.id && !mentions(cells, { ...family, names })) return null
    return { line, cells: cells.map(() => ''), erasedIn: review.version + 1 }
  })
  return contents && { contents, choices: review.choices }
}

/** `change` returns null for a record that stays as it is; so does the whole if all of them do. */
function changeRecords<Line>(
  { contents, outcome }: Pick<Review<unknown, Line>, 'contents' | 'outcome'>,
  change: (record: ImportRecord, line: Line) => ImportRecord | null,
): ImportTable | null {
  const changed = contents.records.map((record, n) => {
    const line = outcome.lines[n]
    return line && record.erasedIn === undefined ? change(record, line) : null
  })
  if (changed.every((record) => record === null)) return null
  const records = contents.records.map((record, n) => changed[n] ?? record)
  return { headings: contents.headings, records }
}

type Person = Pick<ErasedFamily, 'emails' | 'names'>

function mentions(cells: readonly string[], { emails, names }: Person): boolean {
  const text = searchableLine(cells.join('\t'))
  return emails.some((email) => hasEmail(text, email)) || names.some((name) => hasName(text, name))
}

type Columns = readonly (number | null)[]

/** Without the cells that name the person. Payer and email go together: half of them might be taken for somebody else. */
function redactCells(
  cells: readonly string[],
  person: Person,
  { kept, payer }: { kept: Columns; payer: Columns },
): string[] {
  const isPersons = (cell: string) => mentions([cell], person)
  const isPayer = payer.some((n) => n !== null && isPersons(cells[n] ?? ''))
  const left = cells.map((cell, n) => (isPersons(cell) || (isPayer && payer.includes(n)) ? '' : cell))
  // A name across two cells.
  return mentions(left, person) ? blankCells(left, kept) : left
}

/** Any column may have been chosen for the dates, also one of names. */
const blankCells = (cells: readonly string[], kept: Columns): string[] =>
  cells.map((cell, n) => (kept.includes(n) && (isDate(cell) || isAmount(cell)) ? cell : ''))
