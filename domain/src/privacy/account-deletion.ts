import { formatWeekdayDate } from '../lib/dates-format'
import type { Day } from '../lib/days'
import { isolate } from '../lib/isolate'
import { formatUsd } from '../lib/money'

/** Replace a family's names in the rows that must be retained. */
export const ERASED_PARENT = 'Deleted account'
export const ERASED_CHILD = 'Deleted child'

export type FamilyObligations = {
  /** Billed fees minus all payments. */
  balanceDueCents: number
  bookings: readonly FamilyBooking[]
}

/** The last day that a child is booked for. */
export type FamilyBooking = {
  child: string
  lastDay: Day
  /** Submitted as a guest with the account's email, and not claimed yet. */
  isGuest: boolean
}

/** What is in the way of deleting an account; null if nothing is. */
export function openObligations(
  { balanceDueCents, bookings }: FamilyObligations,
  today: Day,
): FamilyObligations | null {
  const ahead = bookings.filter(({ lastDay }) => lastDay >= today)
  return balanceDueCents > 0 || ahead.length > 0 ? { balanceDueCents, bookings: ahead } : null
}

export function accountDeletionMessage({ balanceDueCents, bookings }: FamilyObligations): string {
  const sentences = [
    balanceDueCents > 0 &&
      `Your balance due is ${formatUsd(balanceDueCents)}. Please pay it before you delete your account.`,
    ...bookings.map(bookedSentence),
    bookings.length > 0 &&
      `You can delete your account once ${bookings.length === 1 ? 'that day is' : 'these days are'} over.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

const bookedSentence = ({ child, lastDay, isGuest }: FamilyBooking) =>
  isGuest
    ? `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)} on a guest registration with your email that isn't in your account yet.`
    : `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)}.`
