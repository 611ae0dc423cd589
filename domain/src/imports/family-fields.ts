import { isEmail } from '../lib/field-lengths'
import type { ColumnMapping, ImportField } from './import-columns'

const PHONE = /^\+?[\d\s().-]{7,}(?:(?:x|ext\.?)\s*\d+)?$/i

/** The headings that school offices, brightwheel and Procare use in lists of children. */
export const FAMILY_FIELDS = [
  {
    name: 'email',
    label: 'Email',
    headings:
      'email, parent email, e mail, parent e mail, email address, parent email address, ' +
      'parent 1 email, primary email, guardian email, contact email, mail',
    matches: isEmail,
  },
  {
    name: 'parent',
    label: 'Parent',
    headings:
      'parent, parent name, parent full name, parent guardian, parent guardian name, guardian, ' +
      'guardian name, parent 1, parent 1 name, primary parent, primary contact, ' +
      'primary contact name, contact name, mother, father, family, family name',
  },
  {
    name: 'phone',
    label: 'Phone',
    headings:
      'phone, parent phone, phone number, parent phone number, mobile, mobile phone, cell, ' +
      'cell phone, parent 1 phone, primary phone, guardian phone, home phone, telephone',
    matches: (cell) => PHONE.test(cell),
  },
  {
    name: 'child',
    label: 'Child',
    headings:
      'child, child name, child s name, childs name, child full name, student, student name, ' +
      'student full name, name of child, full name, name',
  },
  {
    name: 'allergies',
    label: 'Allergies',
    headings: 'allergies, allergy, child allergies, known allergies, food allergies, medical alerts',
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
      'child class, group',
  },
] as const satisfies readonly ImportField[]

export type FamilyField = (typeof FAMILY_FIELDS)[number]['name']
export type FamilyColumns = ColumnMapping<FamilyField>
