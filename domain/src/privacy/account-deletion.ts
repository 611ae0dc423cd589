import { formatWeekdayDate } from '../lib/dates-format'
import type { Day } from '../lib/days'
import { isolate } from '../lib/isolate'
import { formatUsd } from '../lib/money'

/** What stands where a family's names stood, in the rows that have to stay. */
export const ERASED_PARENT = 'Deleted account'
export const ERASED_CHILD = 'Deleted child'

export type FamilyObligations = {
  /** Billed fees less all payments. */
  balanceDueCents: number
  bookings: readonly FamilyBooking[]
}

/** Until when a child of the family is booked. */
export type FamilyBooking = {
  child: string
  lastDay: Day
  /** Sent as a guest with the account's address, and not claimed yet. */
  isGuest: boolean
}

/** Why a family cannot leave yet; null where it can. */
export function accountDeletionError(
  { balanceDueCents, bookings }: FamilyObligations,
  today: Day,
): string | null {
  const ahead = bookings.filter(({ lastDay }) => lastDay >= today)
  const problems = [
    balanceDueCents > 0 &&
      `Your balance due is ${formatUsd(balanceDueCents)}. Please pay it before you delete your account.`,
    ...ahead.map(bookedSentence),
    ahead.length > 0 &&
      `You can delete your account once ${ahead.length === 1 ? 'that day is' : 'these days are'} over.`,
  ].filter((problem) => problem !== false)
  return problems.length === 0 ? null : problems.join(' ')
}

const bookedSentence = ({ child, lastDay, isGuest }: FamilyBooking) =>
  isGuest
    ? `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)} on a guest registration with your email that isn't in your account yet.`
    : `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)}.`
