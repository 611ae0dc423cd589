import { formatLongDate } from '../lib/dates-format'
import type { Day } from '../lib/days'
import { type MonthIdentity, monthLabel } from '../months/months'
import { normaliseEmail } from '../submissions/guests'

/** What somebody sent as a guest, and later finds in an account. */

/** How long the private link in a guest's confirmation shows what was sent. */
export const GUEST_LINK_DAYS = 365

export const guestLinkExpiry = (from: Date): Date => new Date(from.getTime() + GUEST_LINK_DAYS * 86_400_000)

export type ClaimingAccount = {
  email: string
  /** When a mailed link confirmed the address; null while none has. */
  emailVerifiedAt: string | null
  /** When staff set the address; null once a link mailed to it was used. */
  emailSetByStaffAt: string | null
}

/** Whether the person has shown, by a link mailed to it, that the address is theirs. */
export const hasVerifiedEmail = ({ emailVerifiedAt, emailSetByStaffAt }: ClaimingAccount): boolean =>
  emailVerifiedAt !== null && emailSetByStaffAt === null

export const mayClaim = (account: ClaimingAccount, guestEmail: string): boolean =>
  hasVerifiedEmail(account) && normaliseEmail(account.email) === normaliseEmail(guestEmail)

/** A registration of a month, or a drop-in of a day. */
export type ClaimedTime = { month: MonthIdentity; day: null } | { month: null; day: Day }

/**
 * What the child has already: one registration a month, one drop-in a day. A registration and a drop-in for the same
 * day may both stand: both were sent, and both have their fee.
 */
export function claimConflict(
  claimed: ClaimedTime,
  held: readonly ClaimedTime[],
): { kind: 'registration' | 'drop-in'; date: string } | null {
  if (!held.some((other) => isSameTime(claimed, other))) return null
  return claimed.month
    ? { kind: 'registration', date: monthLabel(claimed.month) }
    : { kind: 'drop-in', date: formatLongDate(claimed.day) }
}

const isSameTime = (a: ClaimedTime, b: ClaimedTime): boolean =>
  a.month && b.month
    ? a.month.month_name === b.month.month_name && a.month.year === b.month.year
    : a.day !== null && a.day === b.day

/** The child that a guest most likely meant: the one of that name, whatever its case and spaces. */
export function matchChild<C extends { name: string }>(
  children: readonly C[],
  guestChildName: string,
): C | null {
  const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()
  return children.find((child) => plain(child.name) === plain(guestChildName)) ?? null
}
