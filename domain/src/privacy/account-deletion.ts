import { formatWeekdayDate } from '../lib/dates-format'
import type { Day } from '../lib/days'
import { isolate } from '../lib/isolate'
import { formatUsd } from '../lib/money'

/** Replace a family's names in the rows that must be retained. */
export const ERASED_PARENT = 'Deleted account'
export const ERASED_CHILD = 'Deleted child'

export type FamilyObligations = {
  /** Whether other adults are in the family of a first adult. */
  isShared: boolean
  /** Billed fees minus all payments. */
  balanceDueCents: number
  /** Fees of months that have begun and are not billed yet. */
  unbilledCents: number
  bookings: readonly FamilyBooking[]
  /** Who arrived today and was not picked up, also on a day that was given up. */
  childrenHere: readonly string[]
}

/** The last day that a child is booked for. */
export type FamilyBooking = {
  child: string
  lastDay: Day
  /** Submitted as a guest with the account's email, and not claimed yet. */
  isGuest: boolean
}

/**
 * All that is in the way of deleting an account; null if nothing is. What was paid beyond the billed fees pays those that
 * are not billed yet.
 */
export function openObligations(
  { isShared, balanceDueCents, unbilledCents, bookings, childrenHere }: FamilyObligations,
  today: Day,
): FamilyObligations | null {
  const open = {
    isShared,
    balanceDueCents: Math.max(0, balanceDueCents),
    unbilledCents: Math.max(0, unbilledCents + Math.min(0, balanceDueCents)),
    bookings: bookings.filter(({ lastDay }) => lastDay >= today),
    childrenHere,
  }
  const owedCents = open.balanceDueCents + open.unbilledCents
  return isShared || owedCents > 0 || open.bookings.length + childrenHere.length > 0 ? open : null
}

export function accountDeletionMessage(open: FamilyObligations): string {
  const { isShared, balanceDueCents, unbilledCents, bookings, childrenHere } = open
  const sentences = [
    isShared && 'Other adults share this family. Remove them first.',
    balanceDueCents > 0 &&
      `Your balance due is ${formatUsd(balanceDueCents)}. Please pay it before you delete your account.`,
    unbilledCents > 0 &&
      `Fees of ${formatUsd(unbilledCents)} for months that have begun are not billed yet. Please pay them before you delete your account.`,
    ...childrenHere.map(hereSentence),
    ...bookings.map(bookedSentence),
    bookings.length > 0 &&
      `You can delete your account once ${bookings.length === 1 ? 'that day is' : 'these days are'} over.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

export const hereSentence = (child: string): string =>
  `${isolate(child)} is at aftercare now and hasn't been picked up.`

const bookedSentence = ({ child, lastDay, isGuest }: FamilyBooking) =>
  isGuest
    ? `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)} on a guest registration with your email that isn't in your account yet.`
    : `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)}.`
