import type { AbsenceRejection } from '../attendance/absence'
import { absenceErrorMessage } from '../attendance/absence-errors'
import type { JoinError } from '../family/family'
import { JOIN_ERROR_MESSAGES } from '../family/join-errors'
import { type AlreadyBooked, alreadyBookedMessage } from '../guest-claims/guest-claims'
import { FILE_ERRORS } from '../imports/import-limits'
import { type DayErrorParams, dayErrorMessage, dayErrorMessages } from '../months/day-error-message'
import { en as availability } from '../months/texts/en'
import { onlyLeftMessage } from '../payments/reversals'
import { accountDeletionMessage, type FamilyObligations } from '../privacy/account-deletion'
import { LOGO_TOO_LARGE } from '../program/logo-limit'
import { formatLongDate, formatWeekdayDate } from './dates-format'
import type { Day } from './days'
import { isolate } from './isolate'
import { formatUsd } from './money'
import { pluralize } from './pluralize'

type Max = { max: number }
/** In seconds. */
type Wait = { wait: number }
type Named = { name: string }
/** A ready sentence, for staff only: families' reasons are data, so that every language can word them. */
type Reason = { reason: string }

/** "30 seconds", "5 minutes" */
export const formatWait = (seconds: number): string =>
  seconds < 60 ? pluralize(seconds, 'second') : pluralize(Math.ceil(seconds / 60), 'minute')

/** The status and the message in English, with what is filled in. */
type Errors = Record<string, readonly [number, string | ((params: never) => string)]>

const FAMILY_ERRORS = {
  invalid: [422, 'Please check the highlighted fields.'],
  'bad-request': [400, "We couldn't read that request."],
  'too-large': [413, "That's too much data for one request."],
  'signed-out': [401, 'Please sign in to continue.'],
  'bad-credentials': [401, 'Invalid email or password.'],
  'code-needed': [401, 'Enter the code from your authenticator app.'],
  'wrong-code': [401, 'That code is wrong or already used. Try the next one.'],
  'wrong-password': [401, 'Incorrect password.'],
  'password-needed': [403, 'Please enter your password to continue.'],
  'challenge-expired': [401, 'That took too long. Please sign in again.'],
  'two-factor-locked': [
    429,
    ({ wait }: Wait) => `Too many wrong codes. Please try again in ${formatWait(wait)}.`,
  ],
  'two-factor-unreadable': [
    409,
    "Codes from your app can't be checked here. Use a recovery code, or ask to have your two-step sign-in reset.",
  ],
  'two-factor-required': [403, 'Set up two-step sign-in on your profile before you continue.'],
  'two-factor-on': [409, 'Two-step sign-in is already on.'],
  'two-factor-off': [409, 'Two-step sign-in is not set up.'],
  'email-not-confirmed': [403, 'Email not confirmed'],
  'common-password': [
    403,
    'Staff can\'t use one of the 10,000 most common passwords. Choose another by "Forgot Password?" or the link in your invitation.',
  ],
  suspended: [403, 'This account is suspended. Please contact the aftercare office.'],
  forbidden: [403, "You don't have access to this."],
  'admins-only': [403, 'Looks like this area is for admins only.'],
  'foreign-origin': [403, "This request didn't come from the aftercare website."],
  'not-found': [404, "We couldn't find this. It may have been removed."],
  'route-not-found': [404, "There's nothing at this address."],
  'invalid-link': [400, 'The password reset link is invalid or has expired.'],
  'invalid-verification': [400, 'The verification link is invalid or has expired.'],
  'invalid-invitation': [404, 'This invitation is no longer valid.'],
  'invalid-guest-link': [404, 'This link is invalid or has expired.'],
  'confirmation-too-late': [
    409,
    "This wasn't confirmed within 60 minutes, so it was dropped and nothing is booked. Please send it again.",
  ],
  'too-many': [429, ({ wait }: Wait) => `Too many attempts. Please try again in ${formatWait(wait)}.`],
  'mailed-recently': [
    429,
    ({ wait }: Wait) =>
      `Please use the link in the last email we sent. You can ask for it again in ${formatWait(wait)}.`,
  ],
  'too-many-guest-mails': [
    409,
    ({ max }: Max) =>
      `This address has had ${max} emails about registrations today, so we can't send the one to confirm this. Please try again tomorrow, or contact the aftercare office.`,
  ],
  'in-family': [409, 'This address already belongs to an adult in your family.'],
  'already-invited': [409, 'This address has already been invited. Choose "Send again" to send a new link.'],
  'family-full': [409, ({ max }: Max) => `A family can have up to ${max} adults, open invitations included.`],
  'too-many-invitations': [
    409,
    ({ max }: Max) => `Your family has sent ${max} invitation emails today. Please try again tomorrow.`,
  ],
  'first-adult-only': [
    403,
    ({ name }: Named) => `Only ${isolate(name)} can remove other adults from this family.`,
  ],
  'first-adult-stays': [409, "You are this family's first adult, so you can't leave it."],
  'other-address': [
    409,
    ({ hint }: { hint: string }) =>
      `You were invited with another email address: ${hint}. Please sign in with that one.`,
  ],
  'sign-in-first': [409, 'This email address already has an account. Please sign in to join the family.'],
  'join-refused': [409, ({ reason }: { reason: JoinError }) => JOIN_ERROR_MESSAGES[reason]],
  'email-in-use': [409, 'This email address is already in use.'],
  'stale-version': [
    409,
    'Someone else changed this while you were editing. Please review it before you save.',
  ],
  'key-reused': [409, 'This request was already sent with different details.'],
  'too-many-children': [
    409,
    ({ count }: { count: number }) =>
      `A family can have up to ${count} children. Please contact the aftercare office.`,
  ],
  'child-removed': [
    409,
    ({ child }: { child: string }) =>
      `${isolate(child)} was deleted. Days can be added once the family has added ${isolate(child)} again.`,
  ],
  'own-bar': [409, 'Please ask the office to change this entry.'],
  'own-barred-child': [409, 'Please ask the office to delete this child.'],
  'own-barred-child-name': [409, "Please ask the office to change this child's name."],
  'own-barred-name': [409, 'Please ask the office to change your name.'],
  'month-unavailable': [409, "This month isn't open for registration."],
  'day-unavailable': [
    409,
    ({ days }: { days: readonly DayErrorParams[] }) => dayErrorMessages(days, availability),
  ],
  'agreement-changed': [409, 'The agreement has changed meanwhile. Please read it and agree again.'],
  'price-changed': [
    409,
    ({ totalCents }: { totalCents: number }) =>
      `The price has changed meanwhile. The new total is ${formatUsd(totalCents)}. Please check it and submit again.`,
  ],
  'already-submitted': [409, 'One or more selected children already have a registration for this month.'],
  'not-editable': [409, 'This registration can no longer be changed because its month is over.'],
  'registration-cancelled': [409, 'This registration has been cancelled.'],
  'registration-claimed': [409, 'This registration belongs to an account. Please sign in to change it.'],
  'already-asked': [409, 'You have already asked to cancel this registration. The office will answer.'],
  'drop-in-not-editable': [409, "Drop-in requests can't be changed."],
  'drop-in-of-staff': [409, 'The office entered this drop-in. Please ask the office.'],
  'drop-in-begun': [409, 'This day has begun. Please ask the office.'],
  'drop-in-billed': [409, 'This drop-in was billed. Please ask the office.'],
  'drop-in-claimed': [409, 'This drop-in belongs to an account. Please sign in to withdraw it.'],
  'drop-in-declined': [409, 'This drop-in request was declined.'],
  'drop-in-removed': [409, 'This drop-in has already been withdrawn or deleted.'],
  'already-booked': [409, (booked: AlreadyBooked) => alreadyBookedMessage(booked)],
  'not-watchable': [409, ({ day }: { day: DayErrorParams }) => dayErrorMessage(day, availability)],
  'too-many-watches': [
    409,
    ({ max }: Max) => `You're already waiting for a seat on ${max} days. Stop one of them first.`,
  ],
  'absence-rejected': [409, (rejection: AbsenceRejection) => absenceErrorMessage(rejection)],
  'drop-in-unavailable': [
    409,
    ({ day }: { day: Day }) => `Aftercare is not available on ${formatLongDate(day)}.`,
  ],
  'already-claimed': [409, 'This is already part of your account.'],
  'account-in-use': [409, (obligations: FamilyObligations) => accountDeletionMessage(obligations)],
  'staff-account': [
    409,
    'This is a staff account. Another admin can remove it under Settings > Admin Users.',
  ],
  unavailable: [503, 'The service is busy or restarting. Please try again in a moment.'],
  failed: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Errors

/** Met by staff only, whose pages are English. */
const STAFF_ERRORS = {
  'day-charged': [
    409,
    ({ child, day }: { child: string; day: Day }) =>
      `${isolate(child)} was here on ${formatWeekdayDate(day)}, and the cancelled registration still charges that day. Please leave it out.`,
  ],
  'booked-meanwhile': [
    409,
    ({ days }: { days: readonly number[] }) =>
      `Children were booked meanwhile on days that get no aftercare (${days.join(', ')}). Nothing was saved. Please save again.`,
  ],
  'logo-too-large': [413, LOGO_TOO_LARGE],
  'logo-not-a-picture': [422, "This file can't be read as a PNG, JPEG or WebP picture."],
  'logo-animated': [422, 'This picture is animated. Please choose a still one.'],
  'logo-too-many-pixels': [
    422,
    ({ max }: Max) =>
      `This picture has too many pixels. Please choose one with up to ${max} million, such as 4,000 by 3,000.`,
  ],
  'two-factor-first': [409, 'Set up two-step sign-in for yourself first.'],
  'own-two-factor': [409, 'Turn off your own two-step sign-in on your profile.'],
  'invited-recently': [
    429,
    ({ wait }: Wait) => `An invitation was just sent. You can send it again in ${formatWait(wait)}.`,
  ],
  'known-family': [
    409,
    ({ name, isInvited }: Named & { isInvited: boolean }) =>
      isInvited
        ? `This address is invited into the family of ${isolate(name)}.`
        : `This address already belongs to the family of ${isolate(name)}.`,
  ],
  'family-suspended': [409, 'This family is suspended. Change the status first.'],
  'staff-address': [409, 'This address belongs to a staff account.'],
  'child-exists': [409, ({ name }: Named) => `${isolate(name)} is already in this family.`],
  undeliverable: [409, "Email can't be sent to this address. Please correct it first."],
  'has-password': [409, 'This parent has already chosen a password.'],
  'not-undoable': [409, "This can't be undone because it has changed since."],
  'children-gone': [
    404,
    'This family or one of these children is no longer there. Please choose the children again.',
  ],
  'confirm-days': [409, ({ reason }: Reason) => `${reason} Add anyway?`],
  'request-closed': [409, 'This request has been answered or changed meanwhile.'],
  'not-waiting': [409, "This drop-in isn't waiting for approval. Someone may have answered it already."],
  'drop-in-over': [409, 'That day is over. If the child was here, add a drop-in for that day.'],
  'drop-in-day-cancelled': [409, 'Aftercare is cancelled on that day. The request can only be declined.'],
  'drop-in-not-approved': [409, "This drop-in isn't approved, so it can't be billed."],
  'registration-not-cancelled': [409, "This registration isn't cancelled."],
  'cancellation-final': [409, ({ reason }: Reason) => `The cancellation can't be undone: ${reason}`],
  'day-full': [
    409,
    ({ taken, seats }: { taken: number; seats: number }) =>
      `This day is full (${taken} of ${seats}). Add anyway?`,
  ],
  'drop-in-gone': [
    404,
    ({ child, day }: { child: string; day: Day }) =>
      `The drop-in of ${isolate(child)} on ${formatWeekdayDate(day)} was deleted or withdrawn.`,
  ],
  'mark-rejected': [409, ({ reason }: Reason) => reason],
  'mark-conflict': [
    409,
    ({ child }: { child: string }) =>
      `Someone else had already marked ${isolate(child)}; their mark was kept.`,
  ],
  'no-longer-asked': [
    409,
    'Somebody has answered this meanwhile, or the submission, child or email has changed. Please look again.',
  ],
  'month-exists': [409, 'This month already exists'],
  'prices-differ': [
    409,
    ({ month, own, current }: { month: string; own: string; current: string }) =>
      `${month} isn't published yet. Its prices are ${own}; current prices are ${current}. Please choose which to use.`,
  ],
  'month-has-submissions': [
    409,
    ({ month, count }: { month: string; count: string }) =>
      `${month} has ${count} and cannot be deleted. Move it to draft instead to hide it from parents.`,
  ],
  'guest-payment': [
    409,
    'Cannot record payments for guest users. Please convert them to a registered user first.',
  ],
  'member-payment': [
    409,
    ({ name }: Named) => `Payments are recorded for ${isolate(name)}, the first adult of this family.`,
  ],
  'guest-edit': [409, "Guests don't have an account to edit."],
  'foreign-submission': [409, 'This submission belongs to another family.'],
  'payment-recorded': [
    409,
    ({ amountCents, date }: { amountCents: number; date: string }) =>
      `A payment of ${formatUsd(amountCents)} on ${date} is already recorded. Record another?`,
  ],
  'already-reversed': [409, 'This payment has already been reversed.'],
  'reversal-final': [409, 'A reversal cannot be reversed. Record the payment again instead.'],
  'reversal-too-large': [409, ({ leftCents }: { leftCents: number }) => onlyLeftMessage(leftCents)],
  'nothing-left': [409, 'Nothing is left of this payment: it was applied to submissions or made general.'],
  'not-general': [409, 'Only a general payment can be applied.'],
  'application-changed': [
    409,
    'Something changed meanwhile, so nothing was applied. Please check the new list and apply again.',
  ],
  'not-applied': [409, 'This payment is a general one, so it cannot be moved back.'],
  'import-rejected': [422, ({ reason }: Reason) => reason],
  'import-too-large': [413, FILE_ERRORS.tooLarge],
  'import-over': [404, 'This review has ended. Please choose the file again.'],
  'import-empty': [409, 'No line is ready to import.'],
  'import-changed': [
    409,
    ({ changes }: { changes: string }) =>
      `Nothing was imported, because something changed since the review. ${changes}`,
  ],
  'import-columns-open': [
    409,
    ({ columns }: { columns: readonly string[] }) =>
      `Nothing was imported. Assign each column, or tick "Not used": ${columns.map(isolate).join(', ')}`,
  ],
  'import-choice-gone': [409, 'What you chose is no longer there. Please choose again.'],
  'import-undone': [409, 'This import has already been undone.'],
  'admin-suspension': [409, 'An admin account cannot be suspended. Remove the admin first.'],
  'family-admin-suspension': [
    409,
    ({ name }: Named) =>
      `This would also suspend ${isolate(name)}, an adult of this family and an admin. Remove the admin first.`,
  ],
  'last-admin': [409, 'The last admin cannot be removed.'],
  'last-admin-role': [409, 'The last admin cannot be changed. Make someone else an admin first.'],
  'own-role': [409, 'You cannot change your own role. Ask another admin.'],
  'own-admin': [409, 'You cannot delete your own account.'],
  'mail-under-way': [409, 'This email is being sent right now.'],
  'mail-held': [409, "This email waits until the recipient's new address is confirmed."],
  'mail-not-sent': [502, ({ reason }: Reason) => `The mail server rejected the email: ${reason}`],
  'mail-link-used': [409, "This email had a one-time link, which isn't stored. Send a new link instead."],
  'no-families': [
    409,
    ({ date }: { date: string }) => `No one is booked for ${date}, so there is no one to email.`,
  ],
  'nobody-to-email': [409, ({ reason }: Reason) => reason],
  'balances-not-shown': [
    409,
    'You can only write to families who owe while "Families see what they owe" is on in Settings, Pricing.',
  ],
  'not-cancellable': [409, ({ reason }: Reason) => reason],
  'not-cancelled': [409, ({ day }: { day: string }) => `${day} is not cancelled.`],
  'too-many-messages': [
    409,
    ({ max }: Max) => `Families have already been emailed ${max} times today. Try again tomorrow, or call.`,
  ],
  'erasure-blocked': [409, ({ obstacles }: { obstacles: readonly string[] }) => obstacles.join(' ')],
  'erasure-outrun': [409, 'This guest submitted something just now. Nothing was erased. Please look again.'],
  'other-name': [422, "This isn't the name. Please type it as shown above."],
  'write-off-first': [409, 'Please confirm that the open fees are written off.'],
  'mail-erased': [409, "This email's text was erased with a family's data, so it can't be sent again."],
} as const satisfies Errors

/** Every error the server can respond with. */
export const ERRORS = { ...FAMILY_ERRORS, ...STAFF_ERRORS }

/** An error's or field error's code and what is filled into its message. */
export type ErrorReference = { code: string; params?: object }

export type ErrorCode = keyof typeof ERRORS
/** What families can meet: worded in every language. */
export type FamilyErrorCode = keyof typeof FAMILY_ERRORS

/** What is filled into the message: data that any language can word, such as a day as YYYY-MM-DD. */
export type ErrorParams<Code extends ErrorCode> = Code extends ErrorCode
  ? (typeof ERRORS)[Code][1] extends (params: infer Params) => string
    ? Params
    : Record<string, never>
  : never

/** `stored`: the current data, where the screen should show it in place of the rejected change. */
export type ErrorBody = {
  error: {
    code: ErrorCode
    message: string
    params?: object
    /** English messages by field. */
    fields?: Record<string, string>
    /** By which another language words them. */
    field_codes?: Record<string, ErrorReference>
    stored?: unknown
  }
}

export function errorMessage<Code extends ErrorCode>(code: Code, params: ErrorParams<Code>): string {
  const message = ERRORS[code][1]
  // The parameters are checked against the code by their type, which is lost in the union of all messages.
  return typeof message === 'string' ? message : (message as (params: ErrorParams<Code>) => string)(params)
}
