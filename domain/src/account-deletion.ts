import { formatWeekdayDate } from './dates-format'
import type { Day } from './days'
import { formatUsd } from './money'

/** What stands where a family's names stood, in the rows that have to stay. */
export const ERASED_PARENT = 'Deleted account'
export const ERASED_CHILD = 'Deleted child'

export type FamilyStanding = {
  /** Billed fees less all payments. */
  balanceDueCents: number
  /** The last day on which a child of the family is booked. */
  lastBookedDay: Day | null
}

/** Why a family cannot leave yet; null where it can. */
export function deletionProblem(
  { balanceDueCents, lastBookedDay }: FamilyStanding,
  today: Day,
): string | null {
  const problems = [
    balanceDueCents > 0 &&
      `Your balance due is ${formatUsd(balanceDueCents)}. Please settle it before you delete your account.`,
    lastBookedDay !== null &&
      lastBookedDay >= today &&
      `Your family is booked until ${formatWeekdayDate(lastBookedDay)}. You can delete your account once that day is over.`,
  ].filter((problem) => problem !== false)
  return problems.length === 0 ? null : problems.join(' ')
}
