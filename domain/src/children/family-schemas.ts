import { z } from 'zod'
import { PARENT_RULES, PROFILE_RULES } from '../auth/account-rules'
import { ACCOUNT_STATUSES } from '../lib/enums'
import { MAX_LENGTH } from '../lib/field-lengths'
import { fieldError } from '../lib/field-rules'
import { emailField, idField, issueMessage, optionalTextField, textField, versionField } from '../lib/fields'
import { LANGUAGES } from '../lib/language'
import { CHILD_RULES, PICKUP_PERSON_RULES } from './children'

const pickupPerson = z.object({
  name: textField(PICKUP_PERSON_RULES.name),
  phone: optionalTextField(PICKUP_PERSON_RULES.phone),
})

const TOO_MANY_PEOPLE = issueMessage(
  fieldError('too-many-people', `Up to ${MAX_LENGTH.pickupPeople} people can be named`, {
    max: MAX_LENGTH.pickupPeople,
  }),
)

export const childSchema = z.object({
  name: textField(CHILD_RULES.name),
  allergies: optionalTextField(CHILD_RULES.allergies),
  notes: optionalTextField(CHILD_RULES.notes),
  grade: optionalTextField(CHILD_RULES.grade),
  /** Who may pick the child up besides the parent. Omitted: unchanged. */
  pickup_people: z.array(pickupPerson).max(MAX_LENGTH.pickupPeople, TOO_MANY_PEOPLE).optional(),
})

/** From the parent, or from staff, who correct it. Omitted fields stay unchanged. */
export const childEditSchema = childSchema.partial().extend({ version: versionField })

/** May be emptied; the column itself is never null. */
const freeName = optionalTextField(PROFILE_RULES.full_name).transform((name) => name ?? '')

/** A parent's or admin's own profile, without the email. Omitted fields stay unchanged. */
export const profileSchema = z
  .object({ full_name: freeName, phone: optionalTextField(PROFILE_RULES.phone) })
  .partial()
  .extend({ version: versionField })

/** Chosen at once, apart from the form: it has no version. */
export const languageSchema = z.object({ language: z.enum(LANGUAGES) })

/** Staff edit a registered parent. Omitted fields stay unchanged. */
export const parentEditSchema = z
  .object({
    full_name: freeName,
    email: emailField(PARENT_RULES.email),
    status: z.enum(ACCOUNT_STATUSES, { error: 'Please choose a status' }),
  })
  .partial()
  .extend({ version: versionField })

/** Assigns a guest's submission to one of the family's children, or to a child added with it. */
export const claimSchema = z.union([z.object({ child_id: idField }), z.object({ child: childSchema })], {
  error: issueMessage(fieldError('child-required', 'Please choose a child')),
})
export type Claim = z.infer<typeof claimSchema>
