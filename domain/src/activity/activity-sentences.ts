import { PICKUP_KEYS, PICKUP_LABELS } from '../board/pickup-times'
import { AUDIENCES, audienceLabel } from '../family-messages/audiences'
import { familyCountLabel } from '../family-messages/family-messages'
import { capitalize } from '../lib/capitalize'
import { formatLongDate, formatShortDate } from '../lib/dates-format'
import { isDay } from '../lib/days'
import { ACCOUNT_STATUS_LABELS, type AccountStatus, STAFF_ROLE_LABELS, type StaffRole } from '../lib/enums'
import { isolate } from '../lib/isolate'
import { joinList } from '../lib/join-list'
import { isArrayOf, isString } from '../lib/json-guards'
import { pluralize } from '../lib/pluralize'
import { formatTimeOfDay, isTimeOfDay } from '../lib/time-of-day'
import { functionTemplateType, TEMPLATE_LABELS, TEMPLATE_TYPES } from '../mail/mail-templates'
import { paymentCount } from '../payments/payment-count'
import { type ActivityEntry, DELETED_ACCOUNT } from './activity'
import {
  changedFields,
  defaultSeatChange,
  describeEdit,
  moneyOf,
  monthChanges,
  numberOf,
  partOf,
  priceChanges,
  textOf,
} from './activity-text'

/** What the actor did, to follow their name. `who` replaces the actor where somebody else did it. */
type Sentence = string | { who: string; what: string }
type SentenceOf = (entry: ActivityEntry) => Sentence

const person = ({ about }: ActivityEntry) => isolate(about.person ?? DELETED_ACCOUNT)
const month = ({ about, detail }: ActivityEntry) =>
  about.title ??
  (textOf(detail, 'month_name')
    ? `${textOf(detail, 'month_name')} ${numberOf(detail, 'year')}`
    : 'a deleted month')
const child = ({ about }: ActivityEntry) => isolate(about.child ?? 'a child')
const title = ({ about }: ActivityEntry) => about.title ?? 'a deleted submission'
const longDay = (day: string | null) => (day !== null && isDay(day) ? formatLongDate(day) : 'a day')

/** Done by the person whom the entry is about, before anybody was signed in. */
const bySelf =
  (what: string): SentenceOf =>
  (entry) => ({ who: person(entry), what })

const withChanges = (text: string, changes: readonly string[]) =>
  changes.length > 0 ? `${text}: ${changes.join(', ')}` : text

const fee = (entry: ActivityEntry) => moneyOf(entry.detail, 'total_fee_cents')
const inBrackets = (text: string | null) => (text === null ? '' : ` (${text})`)

function created(entry: ActivityEntry): Sentence {
  const { detail, role } = entry
  const day = textOf(detail, 'dropin_date')
  if (day === null) {
    const days = partOf(detail, 'selected_days')
    const facts = [Array.isArray(days) ? pluralize(days.length, 'day') : null, fee(entry)].filter(Boolean)
    const what = `registered ${child(entry)} for ${title(entry)}${inBrackets(facts.join(', ') || null)}`
    return partOf(detail, 'by_phone') === true
      ? {
          who: person(entry),
          what: `${what} by phone. Entered by ${isolate(entry.actor ?? DELETED_ACCOUNT)}`,
        }
      : what
  }
  const verb = role === 'admin' ? 'entered' : 'requested'
  const waiting = moneyOf(detail, 'requested_fee_cents')
  return `${verb} a drop-in for ${child(entry)} on ${isDay(day) ? formatShortDate(day) : day}${inBrackets(waiting ? `${waiting} once approved` : fee(entry))}`
}

function updated(entry: ActivityEntry): string {
  const { detail } = entry
  const [before, after] = [
    textOf(detail, 'before', 'billed_status'),
    textOf(detail, 'after', 'billed_status'),
  ]
  const which = `${child(entry)}, ${title(entry)}`
  const isBilling = after !== null && before !== after
  const isNotes =
    partOf(detail, 'after', 'guest_child_notes') !== undefined &&
    partOf(detail, 'after', 'guest_child_notes') !== partOf(detail, 'before', 'guest_child_notes')
  const billing = `marked as ${after === 'billed' ? 'billed' : 'not billed'}: ${which}`
  if (isBilling) return isNotes ? `${billing}, with new notes` : billing
  return isNotes || after === null ? `changed the notes for ${which}` : `saved ${which}`
}

const feesNote = (fees: string | null) =>
  fees === 'credit' ? ', fees credited' : fees === 'keep' ? ', fees kept' : ''

const creditsNote = (credits: string | null) =>
  credits === 'undo' ? ', credits undone' : credits === 'leave' ? ', credits left' : ''

function feeChanged(entry: ActivityEntry, did: string, to: string): string {
  const [from, now] = ['previous_fee_cents', 'new_fee_cents'].map((key) => moneyOf(entry.detail, key))
  return `${did} ${longDay(textOf(entry.detail, 'day'))} ${to} ${child(entry)}, ${title(entry)}: fee from ${from} to ${now}`
}
const cancelledFee = ({ detail }: ActivityEntry) =>
  numberOf(detail, 'new_fee_cents') === 0
    ? ', no fee'
    : `, keeping the fee${inBrackets(moneyOf(detail, 'new_fee_cents'))}`

function aDropIn(entry: ActivityEntry): string {
  const day = textOf(entry.detail, 'dropin_date')
  return `a drop-in${entry.about.child ? ` for ${isolate(entry.about.child)}` : ''} on ${day && isDay(day) ? formatShortDate(day) : 'a day'}${inBrackets(fee(entry))}`
}

function billingUndone(entry: ActivityEntry): string {
  const billed = moneyOf(entry.detail, 'after', 'billed_fee_cents')
  return `undid a billing change for ${child(entry)}, ${title(entry)}: back to ${billed ? `billed at ${billed}` : 'not billed'}`
}

function parentUpdated(entry: ActivityEntry): string {
  const [from, to] = ['before', 'after'].map((side) => textOf(entry.detail, side, 'status'))
  const fields = changedFields(entry.detail).filter((field) => field !== 'status')
  const changes = [
    fields.length > 0 && `changed the ${joinList(fields)} of ${person(entry)}`,
    to &&
      from !== to &&
      `changed the status of ${person(entry)} ${from ? `from ${statusLabel(from)} ` : ''}to ${statusLabel(to)}`,
  ].filter(Boolean)
  return changes.length > 0 ? changes.join(', and ') : `saved the details of ${person(entry)}`
}

const staffRoleLabel = (role: string | null) => STAFF_ROLE_LABELS[role as StaffRole] ?? 'another role'

const statusLabel = (status: string) => ACCOUNT_STATUS_LABELS[status as AccountStatus] ?? status

const changedDetails = (entry: ActivityEntry, whose: string) => {
  const fields = changedFields(entry.detail)
  return fields.length > 0 ? `changed the ${joinList(fields)} of ${whose}` : `saved the details of ${whose}`
}

const watchedDay = ({ about, detail }: ActivityEntry) => {
  const [id, day] = [textOf(detail, 'month_id'), numberOf(detail, 'day')]
  return `${(id && about.months?.[id]) || 'a deleted month'}, day ${day}`
}

const testedTemplate = (detail: unknown) => {
  const stored = textOf(detail, 'templateType')
  const type = TEMPLATE_TYPES.find((one) => one === stored || functionTemplateType(one) === stored)
  return type === undefined ? '' : ` "${TEMPLATE_LABELS[type]}"`
}

const marked =
  (before: string, after = ''): SentenceOf =>
  (entry) => {
    const day = textOf(entry.detail, 'day')
    return `${before} ${child(entry)}${after}${day && isDay(day) ? ` on ${formatShortDate(day)}` : ''}`
  }

/** " by Random Guy, not on the list": only who is not on the list is logged by name. */
function notOnList({ detail }: ActivityEntry, before: string): string {
  const name = textOf(detail, 'picked_up_by')
  return name === null ? '' : `${before} by ${isolate(name)}, not on the list`
}

function pickedUp(entry: ActivityEntry): string {
  const late = numberOf(entry.detail, 'late_minutes') ?? 0
  const sentence = `${marked('marked', ' as picked up')(entry)}${notOnList(entry, '')}`
  return late > 0 ? `${sentence}, ${pluralize(late, 'minute')} late` : sentence
}

function pickupTimes({ detail }: ActivityEntry): string {
  const changes = PICKUP_KEYS.flatMap((key) => {
    const [from, to] = [textOf(detail, 'before', key), textOf(detail, 'after', key)]
    if (to === null || from === to || !isTimeOfDay(to)) return []
    const since = from !== null && isTimeOfDay(from) ? `from ${formatTimeOfDay(from)} ` : ''
    return [`${PICKUP_LABELS[key]} ${since}to ${formatTimeOfDay(to)}`]
  })
  const [was, is] = ['before', 'after'].map((part) => partOf(detail, part, 'no_late_drop_ins') === true)
  if (was !== is) changes.push(is ? 'no drop-ins for today afterwards' : 'drop-ins for today all day')
  const [could, can] = ['before', 'after'].map((part) => partOf(detail, part, 'give_up_begun_days') !== false)
  if (could !== can) changes.push(`families may${can ? '' : ' no longer'} give up days that have begun`)
  return changes.length > 0 ? `changed the pick-up times: ${changes.join(', ')}` : 'saved the pick-up times'
}

const PROGRAM_LABELS = {
  name: 'name',
  contact_email: 'contact email',
  contact_phone: 'contact phone',
  time_zone: 'time zone',
}

function programSaved({ detail }: ActivityEntry): string {
  const quoted = (text: string | null) => (text === null ? 'none' : `"${isolate(text)}"`)
  const changes = Object.entries(PROGRAM_LABELS).flatMap(([key, label]) => {
    const [from, to] = [textOf(detail, 'before', key), textOf(detail, 'after', key)]
    return from === to ? [] : [`${label} from ${quoted(from)} to ${quoted(to)}`]
  })
  return changes.length > 0 ? `changed the program's ${changes.join(', ')}` : "saved the program's details"
}

/** One for each recorded action. */
const SENTENCES: Readonly<Record<string, SentenceOf>> = {
  'months.create': (entry) => `created ${month(entry)}`,
  'months.save': (entry) => withChanges(`saved ${month(entry)}`, monthChanges(entry.detail)),
  'months.publish': (entry) => withChanges(`published ${month(entry)}`, monthChanges(entry.detail)),
  'months.move-to-draft': (entry) =>
    withChanges(`moved ${month(entry)} to draft`, monthChanges(entry.detail)),
  'months.delete': (entry) => `deleted ${month(entry)}`,
  'months.cancel-day': ({ detail }) =>
    `cancelled aftercare on ${longDay(textOf(detail, 'day'))}${feesNote(textOf(detail, 'fees'))}`,
  'months.reinstate-day': ({ detail }) =>
    `reinstated aftercare on ${longDay(textOf(detail, 'day'))}${creditsNote(textOf(detail, 'credits'))}`,
  'pricing.save': ({ detail, about }) => {
    const changes = priceChanges(detail, about.months ?? {})
    return changes.length > 0 ? `changed ${changes.join(' and ')}` : 'saved the prices'
  },
  'default-seats.save': ({ detail }) => {
    const change = defaultSeatChange(detail)
    return change ? `changed ${change}` : 'saved the seats per day for new months'
  },
  'submission.create': created,
  'submission.edit': (entry) =>
    withChanges(
      `edited the days of ${child(entry)}, ${title(entry)}`,
      [describeEdit(entry.detail)].filter(Boolean),
    ),
  'submission.credit': (entry) => feeChanged(entry, 'credited', 'to'),
  'submission.undo-credit': (entry) => feeChanged(entry, 'undid the credit of', 'for'),
  'submission.ask-to-cancel': (entry) => `asked to cancel ${child(entry)}, ${title(entry)}`,
  'submission.decline-cancel': (entry) => `declined the request to cancel ${child(entry)}, ${title(entry)}`,
  'submission.cancel': (entry) => `cancelled ${child(entry)}, ${title(entry)}${cancelledFee(entry)}`,
  'submission.undo-cancel': (entry) => `undid the cancellation of ${child(entry)}, ${title(entry)}`,
  'submission.update': updated,
  'submission.mark-billed': (entry) =>
    `marked as billed: ${child(entry)}, ${title(entry)}${inBrackets(moneyOf(entry.detail, 'after', 'billed_fee_cents'))}`,
  'submission.confirm-fee': (entry) =>
    `confirmed the new fee for ${child(entry)}, ${title(entry)}, as billed: ${moneyOf(entry.detail, 'before', 'billed_fee_cents')} before, ${moneyOf(entry.detail, 'after', 'billed_fee_cents')} now`,
  'submission.take-back': billingUndone,
  'submission.claim': (entry) =>
    `added a submission they made as a guest to their account: ${child(entry)}, ${title(entry)}`,
  'submission.same-child': (entry) =>
    `linked a guest's submission to the account of ${person(entry)}: ${child(entry)}, ${title(entry)}`,
  'submission.another-child': (entry) =>
    `marked as another child than the one on file: ${child(entry)}, ${title(entry)}`,
  'submission.remove': (entry) =>
    `deleted ${aDropIn(entry)}${partOf(entry.detail, 'tell_family') === true ? ', family told' : ''}`,
  'submission.approve': (entry) => `approved ${aDropIn(entry)}`,
  'submission.decline': (entry) => `declined ${aDropIn(entry)}`,
  'submission.withdraw': (entry) => `withdrew ${aDropIn(entry)}`,
  'submission.restore': (entry) => `restored ${aDropIn(entry)}`,
  'mark.arrived': marked('marked', ' as arrived'),
  'mark.picked-up': pickedUp,
  'mark.not-coming': marked('marked', ' as not coming'),
  'mark.undo-arrived': marked('undid the arrival of'),
  'mark.undo-picked-up': marked('undid the pick-up of'),
  'mark.undo-not-coming': marked('marked', ' as expected again'),
  'mark.correct': (entry) => `${marked('edited the times of')(entry)}${notOnList(entry, ', picked up')}`,
  'mark.note': marked('changed the note about'),
  'guest-confirmation.save': ({ detail }) =>
    `switched ${partOf(detail, 'after', 'required') === true ? 'on' : 'off'} "Guests confirm their email"`,
  'drop-in-approval.save': ({ detail }) =>
    `switched ${partOf(detail, 'after', 'required') === true ? 'on' : 'off'} "Drop-ins need approval"`,
  'pickup-times.save': pickupTimes,
  'seat-watch.create': (entry) => `asked for an email when a seat opens: ${watchedDay(entry)}`,
  'seat-watch.remove': (entry) => `stopped waiting for a seat: ${watchedDay(entry)}`,
  'family-balances.save': ({ detail }) =>
    partOf(detail, 'is_shown') === true
      ? 'let families see what they owe'
      : 'stopped showing families what they owe',
  'payment.record': (entry) =>
    `recorded a payment of ${moneyOf(entry.detail, 'amount') ?? 'an unknown amount'} from ${person(entry)}`,
  // All of a payment, or a part.
  'payment.reverse': (entry) =>
    `reversed ${moneyOf(entry.detail, 'amount')?.replace('-', '') ?? 'an unknown amount'} paid by ${person(entry)}`,
  'payment.apply': (entry) =>
    `applied ${moneyOf(entry.detail, 'amount') ?? 'an unknown amount'} of a general payment from ${person(entry)} to ${pluralize(numberOf(entry.detail, 'submissions') ?? 0, 'submission')}`,
  'payment.undo-application': (entry) =>
    `made ${moneyOf(entry.detail, 'amount') ?? 'an unknown amount'} from ${person(entry)} a general payment`,
  'payment-import.create': ({ detail }) =>
    `imported ${paymentCount(numberOf(detail, 'payments') ?? 0, numberOf(detail, 'reversals') ?? 0)} (${moneyOf(detail, 'amount') ?? 'an unknown amount'}) from ${textOf(detail, 'file_name') ?? 'a file'}`,
  'payment-import.undo': ({ detail }) =>
    `undid an import: ${pluralize(numberOf(detail, 'payments') ?? 0, 'payment')} reversed (${moneyOf(detail, 'amount') ?? 'an unknown amount'})`,
  'parent.update': parentUpdated,
  'parent.create': (entry) => {
    const children = pluralize(numberOf(entry.detail, 'children') ?? 0, 'child', 'children')
    const invited = partOf(entry.detail, 'is_invited') === true ? ' and sent a link to choose a password' : ''
    return `added the family of ${person(entry)} (${children})${invited}`
  },
  'parent.invite-adult': (entry) => `invited another adult to the family of ${person(entry)}`,
  'parent.cancel-adult-invitation': (entry) => `cancelled an invitation to the family of ${person(entry)}`,
  'parent.import': (entry) => {
    const children = pluralize(numberOf(entry.detail, 'children') ?? 0, 'child', 'children')
    return partOf(entry.detail, 'is_new') === true
      ? `imported the family of ${person(entry)} (${children})`
      : `added ${children} to the family of ${person(entry)} from a file`
  },
  'parent.undo-import': (entry) =>
    `removed ${pluralize(numberOf(entry.detail, 'children') ?? 0, 'imported child', 'imported children')} from the family of ${person(entry)}`,
  'family-import.undo': ({ detail }) => {
    const stayed = numberOf(detail, 'stayed') ?? 0
    const removed = pluralize(numberOf(detail, 'families') ?? 0, 'family', 'families')
    const children = pluralize(numberOf(detail, 'children') ?? 0, 'child', 'children')
    const left = stayed > 0 ? `; ${pluralize(stayed, 'family stays', 'families stay')}` : ''
    return `undid an import: ${removed} (${children}) removed${left}`
  },
  'parent.invite': (entry) => `sent ${person(entry)} a link to choose a password`,
  'parent.erase': () => 'erased a family or an adult',
  'parent.erase-guest': ({ detail }) => {
    const amount = moneyOf(detail, 'written_off_cents')
    return `erased a guest${amount ? `, writing off ${amount}` : ''}`
  },
  'parent.forget': () => 'erased a family who left long ago',
  'retention.save': ({ detail }) => {
    const months = numberOf(detail, 'after', 'months')
    return months === null
      ? 'stopped forgetting families who left'
      : `set families who left to be forgotten after ${pluralize(months, 'month')}`
  },
  'profile.update': ({ detail }) => {
    const fields = changedFields(detail)
    return `changed their own ${fields.length > 0 ? joinList(fields) : 'profile'}`
  },
  'own-data.download': () => "downloaded their family's data",
  'account.remove': () => 'deleted their own account',
  'family.invite': () => 'invited another adult to their family',
  'family.cancel-invitation': () => 'cancelled an invitation to their family',
  'family.join': (entry) => `joined the family of ${person(entry)}`,
  'family.leave': (entry) => `left the family of ${person(entry)}`,
  'family.remove-adult': (entry) => `removed ${person(entry)} from the family`,
  'child.create': (entry) =>
    entry.about.child ? `added the child ${isolate(entry.about.child)}` : 'added a child',
  'child.restore': (entry) => `added ${child(entry)} again`,
  'child.update': (entry) =>
    `changed the details of ${child(entry)}${partOf(entry.detail, 'must_not_pick_up') === true ? ', and who must not pick up' : ''}`,
  'child.remove': (entry) => `removed ${child(entry)}`,
  'calendar-feed.create': () => 'created a private calendar link',
  'calendar-feed.replace': () => 'replaced their private calendar link',
  'calendar-feed.remove': () => 'turned off their private calendar link',
  'site-content.save': ({ detail }) => `changed the text "${textOf(detail, 'title') ?? 'of a section'}"`,
  'program.save': programSaved,
  'program-logo.save': ({ detail }) =>
    textOf(detail, 'after', 'id') ? 'changed the logo' : 'removed the logo',
  'statement-details.save': () => 'changed the details on yearly statements',
  'mail.send-again': ({ about }) => (about.mail ? `resent the email "${about.mail}"` : 'resent an email'),
  'mail.send-test': ({ detail }) => `sent a test of the email${testedTemplate(detail)}`,
  'family-message.send': ({ detail }) => {
    const count = numberOf(detail, 'families') ?? 0
    const audience = AUDIENCES.find((each) => each === textOf(detail, 'audience'))
    if (audience) return `emailed ${audienceLabel(audience, count, textOf(detail, 'month') ?? null)}`
    const families = familyCountLabel(count)
    const others = partOf(detail, 'other_days')
    const days = [textOf(detail, 'day'), ...(isArrayOf(others, isString) ? others : [])]
    const were = days.length === 1 ? 'was' : 'were'
    const cancelled = partOf(detail, 'cancelled') === true ? `, which ${were} cancelled` : ''
    return `emailed ${families} about ${joinList(days.map(longDay))}${cancelled}`
  },
  'admins.create-first': (entry) => `made ${person(entry)} the first admin`,
  'admins.create': (entry) => `made ${person(entry)} an admin from the command line`,
  'admins.invite': (entry) =>
    `invited ${person(entry)} ${textOf(entry.detail, 'role') === 'attendance' ? 'with the Attendance role' : 'as an admin'}`,
  'admins.change-role': (entry) => {
    const role = (part: string) => staffRoleLabel(textOf(partOf(entry.detail, part), 'role'))
    return `changed the role of ${person(entry)} from ${role('before')} to ${role('after')}`
  },
  'admins.end-session': (entry) => `signed ${person(entry)} out of a browser`,
  'admins.send-reset': (entry) => `sent ${person(entry)} a link to set a new password`,
  'admins.update': (entry) => changedDetails(entry, person(entry)),
  'admins.preferences': (entry) => `changed which emails ${person(entry)} gets`,
  'admins.remove': (entry) =>
    `removed the admin ${isolate(entry.about.person ?? textOf(entry.detail, 'full_name') ?? 'account')}`,
  'auth.sign-in': bySelf('signed in'),
  'auth.sign-up': bySelf('signed up'),
  'auth.email-confirmed': bySelf('confirmed their email address'),
  'auth.reset-requested': bySelf('was sent a link to set a new password'),
  'auth.password-reset': bySelf('set a new password with a link'),
  'auth.password-changed': () => 'changed their own password',
  'two-factor.on': () => 'turned on two-step sign-in',
  'two-factor.off': () => 'turned off two-step sign-in',
  'two-factor.reset': (entry) => `reset two-step sign-in for ${person(entry)}`,
  'two-factor.new-codes': () => 'created new recovery codes',
  'two-factor.recovery-used': bySelf('signed in with a recovery code'),
  'two-factor.locked': bySelf('was locked out for 15 minutes after five wrong codes'),
  'two-factor.required': ({ detail }) =>
    partOf(detail, 'is_required') === true
      ? 'required two-step sign-in for all staff'
      : 'stopped requiring two-step sign-in for all staff',
  'sessions.end': ({ detail }) => `signed out ${pluralize(numberOf(detail, 'ended') ?? 1, 'other browser')}`,
}

export const SENTENCED_ACTIONS: readonly string[] = Object.keys(SENTENCES)

/** For an action without a sentence: "made a change (kites: fly high)". */
function unknown({ action, about }: ActivityEntry): string {
  const [thing = action, ...rest] = action.split('.')
  const spaced = (text: string) => text.replaceAll('-', ' ')
  const named = [about.child, about.title ?? about.person]
    .flatMap((name) => (name ? [isolate(name)] : []))
    .join(', ')
  const what = rest.length > 0 ? `${spaced(thing)}: ${spaced(rest.join(' '))}` : spaced(thing)
  return `made a change (${what})${named ? `: ${named}` : ''}`
}

function actorOf({ role, actor, about }: ActivityEntry): string {
  if (role === 'system') return 'the system'
  if (role === 'visitor') return about.person ? `${isolate(about.person)} (guest)` : 'a guest'
  return isolate(actor ?? DELETED_ACCOUNT)
}

const sentenceOf = (entry: ActivityEntry) => (SENTENCES[entry.action] ?? unknown)(entry)

/** Who did it. A sign-in is recorded by the system but attributed to the person; what staff entered, to staff. */
export const activityPerson = (entry: ActivityEntry): string | null =>
  typeof sentenceOf(entry) === 'string' ? entry.actor : (entry.actor ?? entry.about.person ?? null)

/** "Rosa Medina changed the regular price of December 2026 from $20 to $22" */
export function activitySentence(entry: ActivityEntry): string {
  const sentence = sentenceOf(entry)
  const { who, what } = typeof sentence === 'string' ? { who: actorOf(entry), what: sentence } : sentence
  return `${capitalize(who)} ${what}`
}
