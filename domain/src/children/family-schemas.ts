import { z } from 'zod'
import { ACCOUNT_STATUSES } from '../lib/enums'
import { LIMITS } from '../lib/field-lengths'
import {
  emailField,
  idField,
  nameField,
  optionalName,
  optionalSingleLine,
  optionalText,
  versionField,
} from '../lib/fields'

const pickupPerson = z.object({
  name: nameField('Please enter a name'),
  phone: optionalSingleLine(LIMITS.phone),
})

export const childSchema = z.object({
  name: nameField('Name is required'),
  allergies: optionalText(LIMITS.allergies),
  notes: optionalText(LIMITS.notes),
  /** Who may pick the child up beside the parent. Left out: as it is. */
  pickup_people: z
    .array(pickupPerson)
    .max(LIMITS.pickupPeople, `Up to ${LIMITS.pickupPeople} people can be named`)
    .optional(),
})

/** What was left out stays as it is. */
export const childEditSchema = childSchema.partial().extend({ version: versionField })

/** Free text that may be emptied; the column itself is never null. */
const freeName = optionalName().transform((name) => name ?? '')

/** A parent's or an admin's own profile: the e-mail cannot be changed there. What was left out stays as it is. */
export const profileSchema = z
  .object({ full_name: freeName, phone: optionalSingleLine(LIMITS.phone) })
  .partial()
  .extend({ version: versionField })

/** Staff edit a registered parent. What was left out stays as it is. */
export const parentEditSchema = z
  .object({
    full_name: freeName,
    email: emailField(),
    status: z.enum(ACCOUNT_STATUSES, { error: 'Please choose a status' }),
  })
  .partial()
  .extend({ version: versionField })

/** Whose a guest's submission becomes: a child of the family, or one that is added with it. */
export const claimSchema = z.union([z.object({ child_id: idField }), z.object({ child: childSchema })], {
  error: 'Please choose a child',
})
export type Claim = z.infer<typeof claimSchema>
