import { formatLongDate } from '../lib/dates-format'
import type { Day } from '../lib/days'
import { isolate } from '../lib/isolate'
import { type MonthIdentity, monthLabel } from '../months/months'
import { normaliseEmail } from '../submissions/guests'

/** Moving guest submissions into an account. */

/** How long the private link in a guest's confirmation works. */
export const GUEST_LINK_DAYS = 365

export const guestLinkExpiry = (from: Date): Date => new Date(from.getTime() + GUEST_LINK_DAYS * 86_400_000)

export type ClaimingAccount = {
  email: string
  /** When an emailed link confirmed the address; null until then. */
  emailVerifiedAt: string | null
  /** When staff set the address; null once a link sent to it was used. */
  emailSetByStaffAt: string | null
}

/** Whether the person has used a link sent to the address. */
export const hasVerifiedEmail = ({ emailVerifiedAt, emailSetByStaffAt }: ClaimingAccount): boolean =>
  emailVerifiedAt !== null && emailSetByStaffAt === null

export const mayClaim = (account: ClaimingAccount, guestEmail: string): boolean =>
  hasVerifiedEmail(account) && normaliseEmail(account.email) === normaliseEmail(guestEmail)

/** A registration for a month, or a drop-in for a day. */
export type ClaimedTime = { month: MonthIdentity; day: null } | { month: null; day: Day }

/** A registration for the month, or a registration or drop-in that has the day. */
export type AlreadyBooked = {
  child: string
  kind: 'registration' | 'drop-in'
  month: MonthIdentity | null
  day: Day | null
}

/**
 * What the child already has: one registration per month, one drop-in per day. A registration and a drop-in for the
 * same day may coexist: both were submitted, and each has its fee.
 */
export function claimConflict(
  claimed: ClaimedTime,
  booked: readonly ClaimedTime[],
): Omit<AlreadyBooked, 'child'> | null {
  if (!booked.some((other) => isSameTime(claimed, other))) return null
  return { ...claimed, kind: claimed.month ? 'registration' : 'drop-in' }
}

export const alreadyBookedMessage = ({ child, kind, month, day }: AlreadyBooked): string =>
  `${isolate(child)} already has a ${kind} for ${month ? monthLabel(month) : formatLongDate(day ?? '')}.`

const isSameTime = (a: ClaimedTime, b: ClaimedTime): boolean =>
  a.month && b.month
    ? a.month.month_name === b.month.month_name && a.month.year === b.month.year
    : a.day !== null && a.day === b.day
