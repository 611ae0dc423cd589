import { MAX_LENGTH } from '../lib/field-lengths'
import {
  checkFields,
  type FieldErrors,
  fieldError,
  multiLineRule,
  nameRule,
  nestErrors,
  singleLineRule,
} from '../lib/field-rules'

export const CHILD_RULES = {
  name: nameRule(fieldError('name-required', 'Name is required')),
  allergies: multiLineRule(MAX_LENGTH.allergies),
  notes: multiLineRule(MAX_LENGTH.notes),
  grade: singleLineRule(MAX_LENGTH.grade),
}

export const PICKUP_PERSON_RULES = {
  name: nameRule(fieldError('person-name-required', 'Please enter a name')),
  phone: singleLineRule(MAX_LENGTH.phone),
}

/** A child's details as typed into the form. */
export type ChildInput = {
  name: string
  allergies: string
  notes: string
  grade: string
  pickup_people: { name: string; phone: string }[]
}

export const checkChild = ({ pickup_people, ...child }: ChildInput): FieldErrors =>
  Object.assign(
    checkFields(child, CHILD_RULES),
    ...pickup_people.map((person, index) =>
      nestErrors(`pickup_people.${index}`, checkFields(person, PICKUP_PERSON_RULES)),
    ),
  )
