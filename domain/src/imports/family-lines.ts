import { PARENT_RULES, PROFILE_RULES } from '../auth/account-rules'
import { CHILD_RULES } from '../children/children'
import { hasVisibleText } from '../lib/field-lengths'
import { INVALID_EMAIL, messageOf, type TextRule, textError } from '../lib/field-rules'
import { normaliseEmail } from '../submissions/guests'
import { FAMILY_FIELDS, type FamilyColumns, type FamilyField } from './family-fields'
import { cellOf } from './import-columns'
import { type ImportRecord, type ImportTable, recordError } from './import-table'

type FamilyValues = Record<FamilyField, string>

/** A line of the file: one child with its parent. `error` says why it cannot be imported. */
export type FamilyLine = FamilyValues & { line: number; error: string | undefined }

const RULES: Record<FamilyField, TextRule> = {
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

export const readFamilies = (table: ImportTable, columns: FamilyColumns): FamilyLine[] =>
  table.records.map((record) => readLine(record, table.headings, columns))

function readLine(record: ImportRecord, headings: readonly string[], columns: FamilyColumns): FamilyLine {
  const cell = (field: FamilyField) => textOf(cellOf(record.cells, columns, field), RULES[field])
  const cells = Object.fromEntries(FAMILY_FIELDS.map(({ name }) => [name, cell(name)])) as FamilyValues
  const values = { ...cells, email: normaliseEmail(cells.email) }
  return { line: record.line, ...values, error: recordError(record, headings) ?? lineError(values) }
}

/** Line breaks in a name come from the cell of a spreadsheet, and some programs add blanks that nobody sees. */
function textOf(cell: string, { kind }: TextRule): string {
  if (!hasVisibleText(cell)) return ''
  return kind === 'lines' ? cell : cell.replace(/[\s\u200b\ufeff]+/gu, ' ').trim()
}

function lineError(values: FamilyValues): string | undefined {
  for (const { name, label } of FAMILY_FIELDS) {
    const error = textError(values[name], RULES[name])
    if (error === undefined) continue
    const message = messageOf(error)
    if (values[name] === '') return message
    if (error === INVALID_EMAIL) return 'The email address cannot be read'
    return `${label}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  }
  return undefined
}
