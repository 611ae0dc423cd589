import { formatMonthOfDay, formatWeekdayDate } from '../lib/dates-format'
import { type Day, isWeekend } from '../lib/days'
import { isEmail, MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule, singleLineRule } from '../lib/field-rules'
import { joinList } from '../lib/join-list'
import type { Language } from '../lib/language'
import { pluralize } from '../lib/pluralize'
import { normaliseEmail } from '../submissions/guests'

/** For the whole programme: enough for the worst afternoon, too few for a newsletter. */
export const MAX_MESSAGES_PER_DAY = 20

const SUBJECT_REQUIRED = 'Please enter a subject'
const TEXT_REQUIRED = 'Please write a message'

export const MESSAGE_RULES = {
  subject: { ...singleLineRule(MAX_LENGTH.subject, SUBJECT_REQUIRED), unreadable: SUBJECT_REQUIRED },
  text: {
    ...multiLineRule(MAX_LENGTH.message, TEXT_REQUIRED, 'The message must be at most 2,000 characters long'),
    unreadable: TEXT_REQUIRED,
  },
}

/** The contact details of one of the day's submissions. */
export type AttendingFamily = {
  child: string | null
  parent: FamilyContact | null
  /** The other adults of the parent's family. */
  others?: readonly FamilyContact[]
  guest: { name: string | null; email: string | null } & Omit<FamilyContact, 'name' | 'email'>
}

/**
 * `language` is what they read; English if none is known. `isHeld`: staff changed the email and nobody has confirmed it,
 * so mails wait. A guest is known by the submission.
 */
export type FamilyContact = {
  email: string
  name: string
  language?: Language | null
  isHeld?: boolean
  accountId?: string
  submissionId?: string
}

/**
 * The recipients of a message about a day: one family per email, however many children, with an account or as a
 * guest. An account's name and language win over a guest's. Every adult of a family gets the message; `families` has one
 * adult of each. Families without a usable email, and those whose emails are all held, are listed by name, so that staff
 * can call them.
 */
export function familiesOf(attending: readonly AttendingFamily[]): {
  families: FamilyContact[]
  recipients: FamilyContact[]
  unreachable: string[]
  held: string[]
} {
  const families = new Map<string, FamilyContact & { isKnown: boolean }>()
  const others = new Map<string, FamilyContact>()
  const unreachable = new Set<string>()
  const held = new Set<string>()
  for (const { child, parent, others: adults = [], guest } of attending) {
    const contact = parent ?? { ...guest, name: guest.name ?? '', email: guest.email ?? '' }
    const usable = [contact, ...adults].map(normalise).filter(({ email }) => isEmail(email))
    const [first, ...rest] = usable
    const isKnown = parent !== null
    if (usable.every(({ isHeld }) => isHeld))
      (first ? held : unreachable).add(contact.name.trim() || child?.trim() || 'Unnamed family')
    if (first && (!families.has(first.email) || (isKnown && !families.get(first.email)?.isKnown)))
      families.set(first.email, { ...first, isKnown })
    for (const adult of rest) others.set(adult.email, adult)
  }
  const byName = (one: FamilyContact, other: FamilyContact) =>
    one.name.localeCompare(other.name, 'en-US') || (one.email < other.email ? -1 : 1)
  const asAccount = ({ isKnown, ...family }: FamilyContact & { isKnown: boolean }): FamilyContact => {
    const adult = isKnown ? undefined : others.get(family.email)
    return adult ? { ...adult, language: adult.language ?? family.language } : family
  }
  const known = [...families.values()].map(asAccount).sort(byName)
  const more = [...others.values()].filter(({ email }) => !families.has(email)).sort(byName)
  return {
    families: known,
    recipients: [...known, ...more],
    unreachable: sorted(unreachable),
    held: sorted(held),
  }
}

const sorted = (names: Iterable<string>) => [...names].sort((one, other) => one.localeCompare(other, 'en-US'))

const normalise = ({ name, email, ...rest }: FamilyContact): FamilyContact => ({
  ...rest,
  name: name.trim(),
  email: normaliseEmail(email),
})

/** Why a day cannot be cancelled, as a sentence; null if it can. */
export function cancelError(day: Day, today: Day, month: { isCancelled: boolean } | null): string | null {
  if (isWeekend(day))
    return `${formatWeekdayDate(day)} is on a weekend, when there is no aftercare to cancel.`
  if (day < today) return `${formatWeekdayDate(day)} has passed and can no longer be cancelled.`
  if (!month)
    return `${formatMonthOfDay(day)} is not in Month Management, so this day can't be cancelled. Create the month first, or write without cancelling.`
  if (month.isCancelled) return `${formatWeekdayDate(day)} is already cancelled.`
  return null
}

/** More are counted, so that the subject stays short. */
const MAX_DAYS_IN_SUBJECT = 3

/** "Friday, December 4 and Monday, December 7", or "5 days in December 2026". */
const subjectDays = (days: readonly Day[]): string =>
  days.length <= MAX_DAYS_IN_SUBJECT
    ? joinList(days.map((day) => formatWeekdayDate(day)))
    : `${days.length} days in ${formatMonthOfDay(days[0] ?? '')}`

/** The days are in order and of one month. */
export const cancelledSubject = (days: readonly Day[]): string =>
  `Aftercare is cancelled on ${subjectDays(days)}`

/** What is proposed to staff for days that they cancel in the month editor. */
export const cancelledText = (days: readonly Day[]): string =>
  `There is no aftercare on ${joinList(days.map((day) => formatWeekdayDate(day)))}. Please make other plans for ${days.length === 1 ? 'that day' : 'those days'}.`

/** Staff are not asked to write about days that have passed. */
export const daysToWriteAbout = (days: readonly Day[], today: Day): Day[] =>
  days.filter((day) => day >= today)

/** The subject after "cancelled" was switched on or off. Typed text stays. */
export function subjectFor(day: Day, subject: string, isCancelled: boolean): string {
  if (isCancelled) return subject.trim() === '' ? cancelledSubject([day]) : subject
  return subject === cancelledSubject([day]) ? '' : subject
}

/** The check box in the month editor. */
export const writeToLabel = (count: number): string =>
  count === 1 ? 'Write to the family' : `Write to the ${count} families`

export const familyCountLabel = (count: number): string => pluralize(count, 'family', 'families')
