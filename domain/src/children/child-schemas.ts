import { z } from 'zod'
import { MAX_LENGTH } from '../lib/field-lengths'
import { fieldError } from '../lib/field-rules'
import { idField, issueMessage, optionalTextField, textField, versionField } from '../lib/fields'
import { BARRED_PERSON_RULES, CHILD_RULES, PICKUP_PERSON_RULES, STORED_PERSON_RULES } from './children'

const pickupPeople = ({ name, phone }: typeof PICKUP_PERSON_RULES) =>
  z
    .array(z.object({ name: textField(name), phone: optionalTextField(phone) }))
    .max(MAX_LENGTH.pickupPeople, issueMessage(TOO_MANY_PEOPLE))
    .optional()

const barredPerson = z.object({
  name: textField(BARRED_PERSON_RULES.name),
  note: optionalTextField(BARRED_PERSON_RULES.note),
})

export const TOO_MANY_PEOPLE = fieldError(
  'too-many-people',
  `Up to ${MAX_LENGTH.pickupPeople} people can be named`,
  { max: MAX_LENGTH.pickupPeople },
)

export const childSchema = z.object({
  name: textField(CHILD_RULES.name),
  allergies: optionalTextField(CHILD_RULES.allergies),
  notes: optionalTextField(CHILD_RULES.notes),
  grade: optionalTextField(CHILD_RULES.grade),
  /** Who may pick the child up besides the parent. Omitted: unchanged. */
  pickup_people: pickupPeople(PICKUP_PERSON_RULES),
  /** Who must never pick the child up. Omitted: unchanged. */
  must_not_pick_up: z
    .array(barredPerson)
    .max(MAX_LENGTH.pickupPeople, issueMessage(TOO_MANY_PEOPLE))
    .optional(),
})

/** Staff add a child to a family, named by its first adult. */
export const staffChildSchema = childSchema.extend({ parent_id: idField })

/** From the parent, or from staff, who correct it. Omitted fields stay unchanged; new phones are checked on saving. */
export const childEditSchema = childSchema
  .partial()
  .extend({ pickup_people: pickupPeople(STORED_PERSON_RULES), version: versionField })
