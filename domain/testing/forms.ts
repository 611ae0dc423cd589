import type { z } from 'zod'
import { adminEditSchema, emailPreferencesSchema, inviteAdminSchema } from '../src/admins/admin-schemas'
import { DEFAULT_EMAIL_PREFERENCES } from '../src/admins/email-preferences'
import {
  ADMIN_RULES,
  INVITE_ADMIN_RULES,
  PARENT_RULES,
  PROFILE_RULES,
  SIGN_UP_RULES,
} from '../src/auth/account-rules'
import {
  changePasswordSchema,
  newPasswordSchema,
  resetRequestSchema,
  signInSchema,
  signUpSchema,
} from '../src/auth/auth-schemas'
import { markChangeSchema, markChangesSchema, pickupSettingsSchema } from '../src/board/board-schemas'
import { DEFAULT_PICKUP_SETTINGS, PICKUP_RULES } from '../src/board/pickup-times'
import { childSchema } from '../src/children/child-schemas'
import { CHILD_RULES } from '../src/children/children'
import { ADMIN_DROP_IN_RULES } from '../src/drop-ins/staff-drop-in-rules'
import { invitationSchema, joinSchema, joinSignUpSchema } from '../src/family/invitation-schemas'
import {
  audienceMessageSchema,
  familyMessageDraftSchema,
  familyMessageSchema,
} from '../src/family-messages/family-message-schemas'
import { MESSAGE_RULES } from '../src/family-messages/family-messages'
import { claimSchema } from '../src/guest-claims/claim-schemas'
import { checkFields, messagesOf, type Rule, type TextRule } from '../src/lib/field-rules'
import { fieldErrorsOf } from '../src/lib/fields'
import { DEFAULT_TEMPLATES } from '../src/mail/mail-templates'
import {
  defaultSeatsSchema,
  monthCreateSchema,
  monthSaveSchema,
  pricingSchema,
} from '../src/months/month-schemas'
import { parentEditSchema } from '../src/parents/parent-schemas'
import { PAYMENT_RULES } from '../src/payments/payment-dates'
import { PRICING_RULES } from '../src/pricing/pricing'
import { profileSchema } from '../src/profile/profile-schemas'
import { PROGRAM_RULES } from '../src/program/program-details'
import { programSchema } from '../src/program/program-schemas'
import { GUEST_RULES } from '../src/registration/registration'
import {
  agreementSchema,
  emailTemplatesSchema,
  testMailSchema,
} from '../src/site-content/site-content-schemas'
import { STATEMENT_RULES } from '../src/statement/statement-details'
import { statementDetailsSchema } from '../src/statement/statement-schemas'
import { CANCEL_REQUEST_RULES, DECLINE_RULES } from '../src/submissions/cancel-requests'
import {
  adminDropInSchema,
  cancellationSchema,
  cancelRequestSchema,
  declineSchema,
  dropInSchema,
  guestDropInSchema,
  guestRegistrationSchema,
  paymentSchema,
  registrationSchema,
  submissionEditSchema,
  submissionUpdateSchema,
} from '../src/submissions/submission-schemas'
import { codeSchema, passwordAndCodeSchema } from '../src/two-factor/two-factor-schemas'

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const guest = {
  guest_parent_name: 'Gil Roe',
  guest_parent_email: 'gil@example.com',
  guest_child_name: 'Gus Roe',
}
const INSTANT = '2025-11-20T15:30:00-05:00'
const mark = { submission_id: ID, day: '2025-11-20', at: INSTANT, version: 0 }
const dropIn = { dropin_date: '2025-11-20', agreed: true }

/** `rules`: what the browser checks of it before it is sent. */
type Form = { schema: z.ZodType; rules?: Record<string, TextRule | Rule>; valid: Record<string, unknown> }

/** Every form by a name that docs/rules/forms.md uses. */
export const FORMS: Record<string, Form> = {
  signIn: { schema: signInSchema, valid: { email: 'ana@example.com', password: 'x' } },
  signUp: {
    schema: signUpSchema,
    valid: { full_name: 'Ana Lee', email: 'ana@example.com', password: 'aaaaaa' },
  },
  child: { schema: childSchema, rules: CHILD_RULES, valid: { name: 'Ada' } },
  profile: {
    schema: profileSchema,
    rules: PROFILE_RULES,
    valid: { full_name: 'Ana Lee', phone: '555-0100', version: 1 },
  },
  parentEdit: {
    schema: parentEditSchema,
    rules: PARENT_RULES,
    valid: { full_name: 'Ana Lee', email: 'ana@example.com', status: 'inactive', version: 1 },
  },
  registration: {
    schema: registrationSchema,
    valid: { month_id: ID, child_ids: [ID], selected_days: [3], agreed: true },
  },
  guestRegistration: {
    schema: guestRegistrationSchema,
    rules: GUEST_RULES,
    valid: { ...guest, month_id: ID, selected_days: [3], agreed: true },
  },
  submissionEdit: { schema: submissionEditSchema, valid: { selected_days: [3], agreed: true, version: 1 } },
  submissionUpdate: { schema: submissionUpdateSchema, valid: { billed_status: 'billed', version: 1 } },
  dropIn: { schema: dropInSchema, valid: { ...dropIn, child_id: ID } },
  guestDropIn: { schema: guestDropInSchema, rules: GUEST_RULES, valid: { ...guest, ...dropIn } },
  adminDropIn: {
    schema: adminDropInSchema,
    rules: ADMIN_DROP_IN_RULES,
    valid: { ...guest, dropin_date: '2025-11-22', guest_parent_phone: '555-0100' },
  },
  monthCreate: { schema: monthCreateSchema, valid: { month_name: 'October', year: 2025 } },
  monthSave: { schema: monthSaveSchema, valid: { day_types: { 6: 'early' }, closed_days: [6], version: 1 } },
  payment: {
    schema: paymentSchema,
    rules: PAYMENT_RULES,
    valid: { amount: '10.55', payment_date: '2025-11-20' },
  },
  pricing: {
    schema: pricingSchema,
    rules: PRICING_RULES,
    valid: { regular_price: '22.5', special_price: 30 },
  },
  agreement: { schema: agreementSchema, valid: { items: ['Pay on time.'] } },
  emailTemplates: { schema: emailTemplatesSchema, valid: DEFAULT_TEMPLATES },
  testMail: { schema: testMailSchema, valid: { templateType: 'monthly_parent', testEmail: 'a@example.com' } },
  emailPreferences: { schema: emailPreferencesSchema, valid: DEFAULT_EMAIL_PREFERENCES },
  adminEdit: {
    schema: adminEditSchema,
    rules: ADMIN_RULES,
    valid: { full_name: 'Ina Poe', email: 'ina@example.com', phone: '', version: 1 },
  },
  inviteAdmin: {
    schema: inviteAdminSchema,
    rules: INVITE_ADMIN_RULES,
    valid: { full_name: 'Ina Poe', email: 'ina@example.com' },
  },
  mark: { schema: markChangeSchema, valid: { change: 'arrived', ...mark } },
  pickUp: { schema: markChangeSchema, valid: { change: 'picked_up', picked_up_by: 'Rose', ...mark } },
  markNote: { schema: markChangeSchema, valid: { change: 'note', note: 'Naps', ...mark } },
  markTimes: {
    schema: markChangeSchema,
    valid: { change: 'correct', arrived_at: INSTANT, left_at: INSTANT, picked_up_by: 'Rose', ...mark },
  },
  marks: { schema: markChangesSchema, valid: { marks: [{ change: 'arrived', ...mark }] } },
  pickupTimes: { schema: pickupSettingsSchema, rules: PICKUP_RULES, valid: DEFAULT_PICKUP_SETTINGS },
  familyMessage: {
    schema: familyMessageSchema,
    rules: MESSAGE_RULES,
    valid: { date: '2025-11-20', subject: 'Snow', text: 'Stay home.' },
  },
  familyMessageDraft: { schema: familyMessageDraftSchema, valid: { date: '2025-11-20' } },
  audienceMessage: {
    schema: audienceMessageSchema,
    rules: MESSAGE_RULES,
    valid: { audience: 'month', month_id: ID, subject: 'Snow', text: 'Stay home.' },
  },
  cancelRequest: {
    schema: cancelRequestSchema,
    rules: CANCEL_REQUEST_RULES,
    valid: { text: 'We are moving' },
  },
  decline: {
    schema: declineSchema,
    rules: DECLINE_RULES,
    valid: { answer: 'Please call us', asked_at: INSTANT },
  },
  cancellation: { schema: cancellationSchema, valid: { reason: 'Moving', fee: 'keep', version: 1 } },
  claim: { schema: claimSchema, valid: { child_id: ID } },
  program: {
    schema: programSchema,
    rules: PROGRAM_RULES,
    valid: { name: 'Aftercare', contact_email: 'office@example.com', time_zone: 'America/New_York' },
  },
  statementDetails: {
    schema: statementDetailsSchema,
    rules: STATEMENT_RULES,
    valid: { legal_name: 'Aftercare Inc.', address: 'Main Street 1', tax_number: '12-345' },
  },
  defaultSeats: { schema: defaultSeatsSchema, valid: { seats: 30 } },
  invitation: { schema: invitationSchema, valid: { email: 'bo@example.com' } },
  join: { schema: joinSchema, valid: { token: 'abc' } },
  joinSignUp: { schema: joinSignUpSchema, valid: { token: 'abc', full_name: 'Bo Lee', password: 'aaaaaa' } },
  resetRequest: { schema: resetRequestSchema, valid: { email: 'ana@example.com' } },
  newPassword: { schema: newPasswordSchema, valid: { password: 'aaaaaa' } },
  changePassword: {
    schema: changePasswordSchema,
    valid: { current_password: 'x', password: 'aaaaaa' },
  },
  code: { schema: codeSchema, valid: { code: '123456' } },
  reauth: { schema: passwordAndCodeSchema, valid: { password: 'x', code: '123456' } },
}

export function formNamed(name: string): Form {
  const form = FORMS[name]
  if (!form) throw new Error(`There is no form "${name}"`)
  return form
}

/** The messages of a valid form with these changes, by field. */
export function errorsOf(name: string, changes: Record<string, unknown>): Record<string, string> {
  const { schema, valid } = formNamed(name)
  const values = { ...valid, ...changes }
  const { error } = schema.safeParse(values)
  // Only the browser requires the name of a new account.
  const unsent =
    name === 'signUp' ? checkFields<Record<string, unknown>>(values, SIGN_UP_RULES as object) : {}
  return messagesOf({ ...(error && fieldErrorsOf(error)), ...unsent })
}
