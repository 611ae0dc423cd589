import { isEmail } from '../lib/field-lengths'
import { familyHeadingKeys } from './family-headings'
import { type ColumnMapping, type ImportField, recogniseColumns } from './import-columns'
import type { ImportTable } from './import-table'

const PHONE = /^\+?[\d\s().-]{7,}(?:(?:x|ext\.?)\s*\d+)?$/i
/** Headings about anybody but the first adult: never taken for theirs because of their contents. */
const OTHERS =
  /^(?:parent [02-9]|child|pick up|emergency|mother|father|sibling|grand\w+|aunt|uncle|nanny|babysitter|doctor|dentist|teacher|school|insurance)\b/
/** Nor are dates and numbers of another kind their phone. */
const NO_PHONES = new RegExp(`${OTHERS.source}|\\b(?:date|birth\\w*|dob|zip|postal|account|id)\\b`)

/** The headings that school offices, brightwheel and Procare use in lists of children, as `familyHeadingKey` has them. */
export const FAMILY_FIELDS = [
  {
    name: 'email',
    label: 'Email',
    headings: 'parent 1 email, parent email, email, primary email, main email',
    matches: isEmail,
    accepts: () => true,
    others: OTHERS,
  },
  {
    name: 'parent',
    label: 'Parent',
    headings:
      'parent 1 name, parent 1, parent name, parent, parent 1 first name, parent first name, family, family name',
  },
  {
    name: 'parent_last',
    label: "Parent's last name",
    headings: 'parent 1 last name, parent last name',
  },
  {
    name: 'phone',
    label: 'Phone',
    headings:
      'parent 1 phone, parent phone, phone, primary phone, parent 1 home phone, parent home phone, home phone',
    matches: (cell) => PHONE.test(cell),
    accepts: () => true,
    others: NO_PHONES,
  },
  {
    name: 'child',
    label: 'Child',
    headings: 'child name, child, child first name, name, first name',
  },
  {
    name: 'child_last',
    label: "Child's last name",
    headings: 'child last name, last name',
  },
  {
    name: 'allergies',
    label: 'Allergies',
    headings:
      'allergies, allergy, child allergies, child allergy, known allergies, food allergies, ' +
      'allergies medical alerts, medical alerts allergies, allergies medical conditions, ' +
      'medical conditions allergies, medical allergies, medical alerts, child medical alerts',
  },
  {
    name: 'notes',
    label: 'Notes',
    headings:
      'notes, note, child notes, comments, comment, remarks, special instructions, medical notes, ' +
      'additional information',
  },
  {
    name: 'grade',
    label: 'Class or grade',
    headings:
      'class, grade, class or grade, class grade, classroom, room, homeroom, grade level, ' +
      'child class, child grade, child classroom, child homeroom, group',
  },
  {
    name: 'second',
    label: 'Second adult',
    headings: 'parent 2 name, parent 2, parent 2 first name',
  },
  { name: 'second_last', label: "Second adult's last name", headings: 'parent 2 last name' },
  { name: 'second_email', label: "Second adult's email", headings: 'parent 2 email' },
  { name: 'second_phone', label: "Second adult's phone", headings: 'parent 2 phone, parent 2 home phone' },
  { name: 'pickup_1', label: 'May pick up', headings: 'pick up name, pick up, pick up 1 name, pick up 1' },
  {
    name: 'pickup_1_phone',
    label: 'Phone of who may pick up',
    headings: 'pick up phone, pick up 1 phone',
  },
  { name: 'pickup_2', label: 'May pick up (2)', headings: 'pick up 2 name, pick up 2' },
  { name: 'pickup_2_phone', label: 'Phone of who may pick up (2)', headings: 'pick up 2 phone' },
  { name: 'pickup_3', label: 'May pick up (3)', headings: 'pick up 3 name, pick up 3' },
  { name: 'pickup_3_phone', label: 'Phone of who may pick up (3)', headings: 'pick up 3 phone' },
] as const satisfies readonly ImportField[]

export type FamilyField = (typeof FAMILY_FIELDS)[number]['name']
export type FamilyColumns = ColumnMapping<FamilyField>

const LAST_NAMES = { parent: 'parent_last', child: 'child_last', second: 'second_last' } as const

/** A last name is proposed only for the person whose name was found. */
export function recogniseFamilyColumns(table: ImportTable): FamilyColumns {
  const keys = familyHeadingKeys(table.headings)
  const columns = recogniseColumns(table, FAMILY_FIELDS, keys)
  const personOf = (column: number | null) =>
    column === null ? null : (keys[column] ?? '').replace(/ ?(?:(?:first|last) )?name$/, '')
  for (const [name, last] of Object.entries(LAST_NAMES) as [FamilyField, FamilyField][])
    if (personOf(columns[name]) !== personOf(columns[last])) columns[last] = null
  return columns
}
