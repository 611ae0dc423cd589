import { formatWeekdayDate } from '../lib/dates-format'
import { isolate } from '../lib/isolate'
import { formatUsd } from '../lib/money'
import { nameKey } from '../lib/name-key'
import { type FamilyObligations, hereSentence } from './account-deletion'

/** All that stands in the way of erasing a family or a guest, in sentences for staff. */
export function erasureObstacles(open: FamilyObligations): string[] {
  const { isShared, balanceDueCents, unbilledCents, bookings, childrenHere } = open
  return [
    isShared && 'Other adults share this family. Remove them first.',
    balanceDueCents > 0 && `The balance due is ${formatUsd(balanceDueCents)}.`,
    unbilledCents > 0 && `Fees of ${formatUsd(unbilledCents)} for months that have begun are not billed yet.`,
    ...childrenHere.map(hereSentence),
    ...bookings.map(
      ({ child, lastDay }) => `${isolate(child)} is booked through ${formatWeekdayDate(lastDay)}.`,
    ),
  ].filter((sentence) => sentence !== false)
}

/** Whether staff typed the name of whom they erase; case, accents and spaces make no difference. */
export const isSameName = (typed: string, name: string): boolean =>
  typed.trim() !== '' && nameKey(typed) === nameKey(name)
