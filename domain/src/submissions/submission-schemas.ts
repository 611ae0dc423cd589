import { z } from 'zod'
import { DISMISSAL_TYPES } from '../attendance/attendance'
import { BILLED_STATUSES } from '../lib/enums'
import { LIMITS } from '../lib/field-lengths'
import {
  agreedField,
  amountField,
  dayField,
  emailField,
  idField,
  nameField,
  optionalText,
  selectedDaysField,
  singleLineText,
  versionField,
} from '../lib/fields'
import { PAYMENT_METHODS } from '../payments/balances'

const MONTH_REQUIRED = 'Please select a month for registration.'
const CHILD_REQUIRED = 'Please select at least one child and select days.'
const FIELDS_REQUIRED = 'Please fill in all required fields.'

const monthId = z.guid(MONTH_REQUIRED)

/** One row per child: all are stored or none. */
export const registrationSchema = z.object({
  month_id: monthId,
  child_ids: z
    .array(idField, { error: CHILD_REQUIRED })
    .min(1, CHILD_REQUIRED)
    .max(50)
    .transform((ids) => [...new Set(ids)]),
  selected_days: selectedDaysField,
  agreed: agreedField,
})

const guestPerson = {
  guest_parent_name: nameField(FIELDS_REQUIRED),
  guest_parent_email: emailField(FIELDS_REQUIRED),
  guest_child_name: nameField(FIELDS_REQUIRED),
  guest_child_allergies: optionalText(LIMITS.allergies),
}

export const guestRegistrationSchema = z.object({
  ...guestPerson,
  month_id: monthId,
  selected_days: selectedDaysField,
  guest_child_notes: optionalText(LIMITS.notes),
  agreed: agreedField,
})

export const submissionEditSchema = z.object({
  selected_days: selectedDaysField,
  agreed: agreedField,
  version: versionField,
})

const DATE_REQUIRED = 'Please select a date'

export const dropInSchema = z.object({
  child_id: z.guid('Please select a child'),
  dropin_date: dayField(DATE_REQUIRED),
  additional_notes: optionalText(LIMITS.notes),
  agreed: agreedField,
})

export const guestDropInSchema = z.object({
  ...guestPerson,
  dropin_date: dayField(DATE_REQUIRED),
  additional_notes: optionalText(LIMITS.notes),
  agreed: agreedField,
})

/**
 * Staff may enter any date, also past, closed and weekend days. For a day that the child holds already they are asked
 * first: `although_held` says that they went on, and `although_full` the same of a full day.
 */
export const adminDropInSchema = z.object({
  dropin_date: dayField(DATE_REQUIRED),
  guest_child_name: nameField('Child name is required'),
  guest_parent_name: nameField('Parent name is required'),
  guest_parent_email: emailField('Parent email is required'),
  guest_parent_phone: singleLineText(LIMITS.phone, 'Parent phone is required'),
  guest_child_allergies: optionalText(LIMITS.allergies),
  guest_child_notes: optionalText(LIMITS.notes),
  dismissal_type: z.enum(DISMISSAL_TYPES).default('regular'),
  although_held: z.boolean().default(false),
  although_full: z.boolean().default(false),
})

/** Staff change the billed state and the notes, never days or fees. What was left out stays as it is. */
export const submissionUpdateSchema = z.object({
  billed_status: z.enum(BILLED_STATUSES).optional(),
  guest_child_notes: optionalText(LIMITS.staffNotes).optional(),
  version: versionField,
})

/** Staff saw the fee of this version. */
export const submissionConfirmSchema = z.object({ version: versionField })

// A select without a choice sends an empty text.
const noChoice = z.literal('').nullish()

export const paymentSchema = z.object({
  amount: amountField('Amount is required'),
  payment_date: dayField('Payment date is required'),
  payment_method: z.union([z.enum(PAYMENT_METHODS), noChoice]).transform((method) => method || null),
  submission_id: z.union([idField, noChoice]).transform((id) => id || null),
  notes: optionalText(LIMITS.notes),
})
