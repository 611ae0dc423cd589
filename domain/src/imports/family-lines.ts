import { PARENT_RULES, PROFILE_RULES } from '../auth/account-rules'
import { CHILD_RULES, type OptionalChildText, STORED_PERSON_RULES } from '../children/children'
import { hasVisibleText, MAX_LENGTH } from '../lib/field-lengths'
import { INVALID_EMAIL, messageOf, type TextRule, textError } from '../lib/field-rules'
import { nameKey } from '../lib/name-key'
import { normaliseEmail } from '../submissions/guests'
import { FAMILY_FIELDS, type FamilyColumns, type FamilyField } from './family-fields'
import { cellOf } from './import-columns'
import { type ImportRecord, type ImportTable, recordError } from './import-table'
import { type PickupCell, pickupPeopleIn } from './pickup-cells'
import { peopleOf } from './same-child-lines'

/** What is checked as one text; names are joined by then. */
type FamilyText = 'email' | 'parent' | 'phone' | 'child' | OptionalChildText
/** Empty texts where the file says nothing. */
export type SecondAdult = { name: string; email: string; phone: string }

type FamilyValues = Record<FamilyText, string> & {
  /** Null where the file names nobody. */
  second: SecondAdult | null
  pickup_people: PickupCell[]
}

/** A line of the file: one child with its parent. `error` says why it cannot be imported. */
export type FamilyLine = FamilyValues & { line: number; error: string | undefined }

const RULES: Record<FamilyText, TextRule> = {
  email: { ...PARENT_RULES.email, required: 'The email address is missing' },
  parent: PROFILE_RULES.full_name,
  phone: PROFILE_RULES.phone,
  child: {
    ...CHILD_RULES.name,
    required: "The child's name is missing",
    unreadable: "The child's name is missing",
  },
  allergies: CHILD_RULES.allergies,
  notes: CHILD_RULES.notes,
  grade: CHILD_RULES.grade,
}

const PICKUPS = ['pickup_1', 'pickup_2', 'pickup_3'] as const satisfies readonly FamilyField[]

export const readFamilies = (table: ImportTable, columns: FamilyColumns): FamilyLine[] =>
  table.records.map((record) => readLine(record, table.headings, columns))

function readLine(record: ImportRecord, headings: readonly string[], columns: FamilyColumns): FamilyLine {
  const cell = (field: FamilyField) => cellOf(record.cells, columns, field)
  const text = (field: FamilyText) => textOf(cell(field), RULES[field])
  const values = {
    email: normaliseEmail(text('email')),
    parent: fullName(text('parent'), oneLine(cell('parent_last'))),
    phone: text('phone'),
    child: text('child') && fullName(text('child'), oneLine(cell('child_last'))),
    allergies: text('allergies'),
    notes: text('notes'),
    grade: text('grade'),
    second: secondAdult(cell),
    pickup_people: pickupPeople(cell),
  }
  return { line: record.line, ...values, error: recordError(record, headings) ?? lineError(values) }
}

/** Line breaks in a name come from the cell of a spreadsheet, and some programs add blanks that nobody sees. */
const oneLine = (cell: string) =>
  hasVisibleText(cell) ? cell.replace(/[\s\u200b\ufeff]+/gu, ' ').trim() : ''

function textOf(cell: string, { kind }: TextRule): string {
  if (kind !== 'lines') return oneLine(cell)
  return hasVisibleText(cell) ? cell : ''
}

/** Some files repeat the last name in a column of its own. */
function fullName(first: string, last: string): string {
  const [name, end] = [nameKey(first), nameKey(last)]
  return last === '' || name === end || name.endsWith(` ${end}`) ? first : `${first} ${last}`.trim()
}

function secondAdult(cell: (field: FamilyField) => string): SecondAdult | null {
  const [name, email, phone] = [
    fullName(oneLine(cell('second')), oneLine(cell('second_last'))),
    normaliseEmail(oneLine(cell('second_email'))),
    oneLine(cell('second_phone')),
  ]
  return name === '' && email === '' && phone === '' ? null : { name, email, phone }
}

const pickupPeople = (cell: (field: FamilyField) => string): PickupCell[] =>
  peopleOf(
    PICKUPS.flatMap((field) => pickupPeopleIn(cell(field), cell(`${field}_phone`))).map(
      ({ name, phone }) => ({
        name: oneLine(name),
        phone: oneLine(phone),
      }),
    ),
  )

const LABELS = new Map<string, string>(FAMILY_FIELDS.map(({ name, label }) => [name, label]))

function lineError(values: FamilyValues): string | undefined {
  for (const [name, rule] of Object.entries(RULES) as [FamilyText, TextRule][]) {
    const error = textError(values[name], rule)
    if (error === undefined) continue
    const message = messageOf(error)
    if (values[name] === '') return message
    if (error === INVALID_EMAIL) return 'The email address cannot be read'
    return faultIn(name, message)
  }
  return secondError(values.second) ?? pickupError(values.pickup_people)
}

function secondError(second: SecondAdult | null): string | undefined {
  if (second === null) return undefined
  if (second.email !== '' && textError(second.email, RULES.email) !== undefined)
    return "The second adult's email address cannot be read"
  const error = textError(second.name, RULES.parent) ?? textError(second.phone, RULES.phone)
  return error && faultIn('second', messageOf(error))
}

const faultIn = (field: string, message: string) =>
  `${LABELS.get(field)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`

function pickupError(people: readonly PickupCell[]): string | undefined {
  if (people.length > MAX_LENGTH.pickupPeople)
    return faultIn('pickup_1', `Up to ${MAX_LENGTH.pickupPeople} people can be named`)
  for (const { name, phone } of people) {
    const error = textError(name, STORED_PERSON_RULES.name) ?? textError(phone, STORED_PERSON_RULES.phone)
    if (error !== undefined) return faultIn('pickup_1', messageOf(error))
  }
  return undefined
}
