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

/** Why an account cannot be deleted yet; null if it can. */
export function accountDeletionError(
  { balanceDueCents, bookings }: FamilyObligations,
  today: Day,
): string | null {
  const ahead = bookings.filter(({ lastDay }) => lastDay >= today)
  const reasons = [
    balanceDueCents > 0 &&
      `Your balance due is ${formatUsd(balanceDueCents)}. Please pay it before you delete your account.`,
    ...ahead.map(bookedSentence),
    ahead.length > 0 &&
      `You can delete your account once ${ahead.length === 1 ? 'that day is' : 'these days are'} over.`,
  ].filter((reason) => reason !== false)
  return reasons.length === 0 ? null : reasons.join(' ')
}

const bookedSentence = ({ child, lastDay, isGuest }: FamilyBooking) =>
  isGuest
    ? `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)} on a guest registration with your email that isn't in your account yet.`
    : `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)}.`
