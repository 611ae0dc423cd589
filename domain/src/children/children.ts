import { MAX_LENGTH } from '../lib/field-lengths'
import {
  checkFields,
  type FieldErrors,
  fieldError,
  multiLineRule,
  nameRule,
  nestErrors,
  phoneRule,
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
  phone: phoneRule,
}
/** Of a child on file, whose people may have been named before phones were checked. */
export const STORED_PERSON_RULES = { ...PICKUP_PERSON_RULES, phone: singleLineRule(MAX_LENGTH.phone) }

type Person = { name: string; phone: string | null }

/** A phone that is stored already may stay: it must not block another change. */
export const checkPickupPeople = (people: readonly Person[], stored: readonly Person[]): FieldErrors =>
  Object.assign(
    {},
    ...people.map(({ name, phone }, index) => {
      const typed = { name, phone: phone ?? '' }
      const isStored = stored.some((person) => person.phone === typed.phone.trim())
      const rules = isStored ? STORED_PERSON_RULES : PICKUP_PERSON_RULES
      return nestErrors(`pickup_people.${index}`, checkFields(typed, rules))
    }),
  )

export const BARRED_PERSON_RULES = {
  name: PICKUP_PERSON_RULES.name,
  note: singleLineRule(MAX_LENGTH.barredNote),
}

/** The texts of a child. */
export type ChildText = keyof typeof CHILD_RULES
export type OptionalChildText = Exclude<ChildText, 'name'>

/** A child's details as typed into the form. */
export type ChildInput = Record<ChildText, string> & {
  pickup_people: { name: string; phone: string }[]
  must_not_pick_up: { name: string; note: string }[]
}

/** `stored`: the people on file. */
export const checkChild = (
  { pickup_people, must_not_pick_up, ...child }: ChildInput,
  stored: readonly Person[] = [],
): FieldErrors =>
  Object.assign(
    checkFields(child, CHILD_RULES),
    checkPickupPeople(pickup_people, stored),
    ...must_not_pick_up.map((person, index) =>
      nestErrors(`must_not_pick_up.${index}`, checkFields(person, BARRED_PERSON_RULES)),
    ),
  )
