import { z } from 'zod'
import { DISMISSAL_TYPES } from '../attendance/attendance'
import { CHILD_RULES } from '../children/children'
import { ADMIN_DROP_IN_RULES } from '../drop-ins/staff-drop-in-rules'
import { DELETE_DROP_IN_RULES } from '../drop-ins/withdrawals'
import { BILLED_STATUSES } from '../lib/enums'
import { MAX_LENGTH } from '../lib/field-lengths'
import { fieldError, multiLineRule } from '../lib/field-rules'
import {
  agreedField,
  amountField,
  dayField,
  emailField,
  idField,
  issueMessage,
  optionalTextField,
  selectedDaysField,
  shownFeeField,
  textField,
  versionField,
} from '../lib/fields'
import { LANGUAGES } from '../lib/language'
import { PAYMENT_METHODS } from '../payments/balances'
import { PAYMENT_RULES } from '../payments/payment-dates'
import { GUEST_RULES } from '../registration/registration'
import { CANCEL_REQUEST_RULES, DECLINE_RULES } from './cancel-requests'
import { CANCELLATION_RULES, CANCELLED_FEES } from './cancellations'

const MONTH_REQUIRED = issueMessage(fieldError('month-required', 'Please select a month for registration.'))
const CHILD_REQUIRED = issueMessage(
  fieldError('child-and-days-required', 'Please select at least one child and select days.'),
)

/**
 * The text that was read: no other is stored. Without it, it is the one in the user's language. A new contact address may
 * have made a line longer than staff can type it.
 */
const agreementField = z
  .object({
    language: z.enum(LANGUAGES),
    items: z.array(z.string().max(2 * MAX_LENGTH.agreementItem)).max(MAX_LENGTH.agreementItems),
  })
  .optional()

/** The total that was shown, for all children. Without it, whatever it costs is accepted. */
const fee = shownFeeField.optional()

const monthId = z.guid(MONTH_REQUIRED)

const childIds = (required: string) =>
  z
    .array(idField, { error: required })
    .min(1, required)
    .max(50)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])

/** One row per child, all or none. */
export const registrationSchema = z.object({
  month_id: monthId,
  child_ids: childIds(CHILD_REQUIRED),
  selected_days: selectedDaysField,
  agreed: agreedField,
  agreement: agreementField,
  fee,
})

const allergies = optionalTextField(CHILD_RULES.allergies)
const notes = optionalTextField(CHILD_RULES.notes)

const guestPerson = {
  guest_parent_name: textField(GUEST_RULES.guest_parent_name),
  guest_parent_email: emailField(GUEST_RULES.guest_parent_email),
  guest_parent_phone: optionalTextField(GUEST_RULES.guest_parent_phone),
  guest_child_name: textField(GUEST_RULES.guest_child_name),
  guest_child_allergies: allergies,
}

export const guestRegistrationSchema = z.object({
  ...guestPerson,
  month_id: monthId,
  selected_days: selectedDaysField,
  guest_child_notes: notes,
  agreed: agreedField,
  agreement: agreementField,
  fee,
})

/** The past, closed and full days that staff were asked about and want to add. */
const confirmedDays = z.array(z.number().int().min(1).max(31)).max(31).default([])

/**
 * What staff enter for a family or guest who called: `agreed` is then "Agreed by phone". `language` is that of the mails,
 * unless an adult has chosen one, and of the agreement.
 */
const byPhone = { confirmed_days: confirmedDays, language: z.enum(LANGUAGES).default('en') }
export const staffRegistrationSchema = registrationSchema.extend(byPhone)
export const staffGuestRegistrationSchema = guestRegistrationSchema.extend(byPhone)

export const submissionEditSchema = z.object({
  selected_days: selectedDaysField,
  agreed: agreedField,
  agreement: agreementField,
  fee,
  version: versionField,
})

/** Staff change the days without the agreement. */
export const staffEditSchema = z.object({
  selected_days: selectedDaysField,
  confirmed_days: confirmedDays,
  fee,
  version: versionField,
})

export const cancelRequestSchema = z.object({ text: textField(CANCEL_REQUEST_RULES.text) })

/** `asked_at` says which request staff saw. */
export const declineSchema = z.object({
  answer: textField(DECLINE_RULES.answer),
  asked_at: z.string().max(40),
})

export const cancellationSchema = z.object({
  reason: textField(CANCELLATION_RULES.reason),
  fee: z.enum(CANCELLED_FEES, { error: CANCELLATION_RULES.fee(null) }),
  version: versionField,
})

const dropInDate = dayField(ADMIN_DROP_IN_RULES.dropin_date)

const dropInRequest = {
  dropin_date: dropInDate,
  additional_notes: notes,
  agreed: agreedField,
  agreement: agreementField,
  fee,
}

const DROP_IN_CHILD_REQUIRED = issueMessage(fieldError('child-required', 'Please select a child'))

export const dropInSchema = z.object({ child_id: z.guid(DROP_IN_CHILD_REQUIRED), ...dropInRequest })

/** Several of the family's children, all or none. */
export const dropInsSchema = z.object({ child_ids: childIds(DROP_IN_CHILD_REQUIRED), ...dropInRequest })

export const guestDropInSchema = z.object({ ...guestPerson, ...dropInRequest })

/**
 * Staff may enter any date, including past, closed and weekend days. Where the child is already booked, or the day is
 * full, they confirm first: with `allow_double_booking` and `allow_overbooking`.
 */
export const adminDropInSchema = z.object({
  dropin_date: dropInDate,
  guest_child_name: textField(ADMIN_DROP_IN_RULES.guest_child_name),
  guest_parent_name: textField(ADMIN_DROP_IN_RULES.guest_parent_name),
  guest_parent_email: emailField(ADMIN_DROP_IN_RULES.guest_parent_email),
  guest_parent_phone: textField(ADMIN_DROP_IN_RULES.guest_parent_phone),
  guest_child_allergies: allergies,
  guest_child_notes: notes,
  dismissal_type: z.enum(DISMISSAL_TYPES).default('regular'),
  allow_double_booking: z.boolean().default(false),
  allow_overbooking: z.boolean().default(false),
  fee,
})

/** The same for a child on file: names, email, phone and allergies are the family's own. */
export const childDropInSchema = adminDropInSchema.pick({
  dropin_date: true,
  guest_child_notes: true,
  dismissal_type: true,
  allow_double_booking: true,
  allow_overbooking: true,
  fee: true,
})

/** Whether the family gets a mail, with what staff write in it. */
export const deleteDropInSchema = z.object({
  tell_family: z.boolean().default(false),
  message: optionalTextField(DELETE_DROP_IN_RULES.message),
})

/** The panel's own form: billed status and notes. Omitted fields stay unchanged. */
export const submissionUpdateSchema = z.object({
  billed_status: z.enum(BILLED_STATUSES).optional(),
  guest_child_notes: optionalTextField(multiLineRule(MAX_LENGTH.staffNotes)).optional(),
  /** Marked billed only at this fee. */
  fee,
  version: versionField,
})

/** The version that staff saw. */
export const submissionVersionSchema = z.object({ version: versionField })

// A select without a choice sends an empty string.
const noChoice = z.literal('').nullish()

export const paymentSchema = z.object({
  amount: amountField(PAYMENT_RULES.amount),
  payment_date: dayField(PAYMENT_RULES.payment_date),
  payment_method: z.union([z.enum(PAYMENT_METHODS), noChoice]).transform((method) => method || null),
  submission_id: z.union([idField, noChoice]).transform((id) => id || null),
  notes,
  /** Staff were asked about an equal payment that is already recorded. */
  allow_duplicate: z.boolean().default(false),
})
