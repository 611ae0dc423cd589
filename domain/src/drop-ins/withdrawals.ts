import type { DismissalType } from '../attendance/attendance'
import type { Day } from '../lib/days'
import type { BilledStatus, SubmissionStatus } from '../lib/enums'
import { MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule } from '../lib/field-rules'

/** A submission; registrations have no date. */
type DropIn = {
  dropin_date: Day | null
  /** Only staff choose one. */
  dismissal_type: DismissalType | null
  billed_status: BilledStatus
  status: SubmissionStatus
}

type WithdrawalError =
  | 'not-found'
  | 'drop-in-of-staff'
  | 'drop-in-begun'
  | 'drop-in-billed'
  | 'drop-in-declined'

/**
 * Why its family or guest cannot withdraw it, as an error's code; null if they can. Nobody expects a child whose request
 * waits for approval, so that one can be withdrawn on its day too. `today` is the programme's.
 */
export function withdrawalError(
  { dropin_date, dismissal_type, billed_status, status }: DropIn,
  today: Day,
): WithdrawalError | null {
  if (dropin_date === null) return 'not-found'
  if (dismissal_type !== null) return 'drop-in-of-staff'
  if (status === 'declined') return 'drop-in-declined'
  if (status === 'waiting' ? dropin_date < today : dropin_date <= today) return 'drop-in-begun'
  return billed_status === 'billed' ? 'drop-in-billed' : null
}

/** What staff may write to the family of a drop-in that they delete. */
export const DELETE_DROP_IN_RULES = { message: multiLineRule(MAX_LENGTH.cancelRequest) }
