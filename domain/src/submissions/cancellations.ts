import { formatWeekdayDate } from '../lib/dates-format'
import { MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule } from '../lib/field-rules'
import { isolate } from '../lib/isolate'
import { sumCents, toCents } from '../lib/money'
import { dateInMonth, type MonthCalendar } from '../months/months'
import { isFull } from '../months/seats'
import { buildEditEntry, type EditHistoryEntry, readEditHistory } from './submissions'

/** What happens to the fee of a cancelled registration. */
export const CANCELLED_FEES = ['none', 'keep'] as const
export type CancelledFee = (typeof CANCELLED_FEES)[number]

export const CANCELLED_FEE_LABELS: Record<CancelledFee, string> = { none: 'No fee', keep: 'Keep the fee' }

export const CANCELLATION_RULES = {
  reason: multiLineRule(MAX_LENGTH.cancelReason, 'Please enter a reason'),
  fee: (fee: CancelledFee | null) => (fee === null ? 'Please choose what happens to the fee' : undefined),
}

/** As stored in submissions.cancellation: what the registration gave up, for the record and to undo it. */
export type Cancellation = {
  cancelled_at: string
  /** The name of the staff member. */
  cancelled_by: string
  /** For the record: the family is not sent it. */
  reason: string
  fee: CancelledFee
  selected_days: number[]
  /** In dollars, as in the submission. */
  day_prices: Record<string, number> | null
  total_fee: number
  /** Days that were credited, or are charged again, since then. */
  fee_changes?: EditHistoryEntry[]
}

/** The fee when it was cancelled, whatever happened to its days since. */
export const feeBeforeCancelling = ({ total_fee, fee_changes = [] }: Cancellation): number =>
  (toCents(total_fee) - sumCents(fee_changes.map(({ fee_change }) => toCents(fee_change?.amount ?? 0)))) / 100

/** The stored columns that cancelling and undoing it change. */
export type CancellableRow = {
  selected_days: number[]
  day_prices: Record<string, number> | null
  total_fee_cents: number
  edit_history: unknown
}

export type CancellationChange = CancellableRow & {
  edit_history: EditHistoryEntry[]
  status: 'cancelled' | 'submitted'
  cancellation: Cancellation | null
  /** Answered by cancelling. */
  cancel_request?: null
}

type CancellationInput = Pick<Cancellation, 'cancelled_at' | 'cancelled_by' | 'reason' | 'fee'>

/**
 * All days are given up, so that whatever looks for a day, such as the board, does not find the child. The fee becomes 0
 * or stays; payments stay in either case.
 */
export function cancelRegistration(row: CancellableRow, input: CancellationInput): CancellationChange {
  const { selected_days, day_prices, total_fee_cents } = row
  const entry = {
    ...buildEditEntry(selected_days, [], input.cancelled_at),
    changed_by: input.cancelled_by,
    event: 'cancelled' as const,
  }
  return {
    status: 'cancelled',
    selected_days: [],
    day_prices: null,
    total_fee_cents: input.fee === 'keep' ? total_fee_cents : 0,
    edit_history: [...readEditHistory(row.edit_history), entry],
    cancel_request: null,
    cancellation: { ...input, selected_days, day_prices, total_fee: total_fee_cents / 100 },
  }
}

/** Days, prices and fee as they were, or as cancelled days have changed them since. */
export function undoCancellation(
  edit_history: unknown,
  { selected_days, day_prices, total_fee, fee_changes = [] }: Cancellation,
  restored: { at: string; by: string },
): CancellationChange {
  const entry = {
    ...buildEditEntry([], selected_days, restored.at),
    changed_by: restored.by,
    event: 'restored' as const,
  }
  return {
    status: 'submitted',
    selected_days,
    day_prices,
    total_fee_cents: toCents(total_fee),
    edit_history: [...readEditHistory(edit_history), ...readEditHistory(fee_changes), entry],
    cancellation: null,
  }
}

/** Why a cancellation cannot be undone; null if it can. Past, closed and retyped days come back as they were. */
export function undoCancellationError(
  month: MonthCalendar,
  { selected_days }: Pick<Cancellation, 'selected_days'>,
  other: { child: string; month: string } | null,
): string | null {
  if (other) return `${isolate(other.child)} has another registration for ${other.month}.`
  const full = selected_days.filter((n) => isFull(month.seating, n))
  if (full.length === 0) return null
  const named = full.map((n) => {
    const date = dateInMonth(month, n)
    return date === null ? `day ${n}` : formatWeekdayDate(date)
  })
  return full.length === 1 ? `${named[0]} is full.` : `${named.join('; ')} are full.`
}
