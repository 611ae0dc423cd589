import { formatWeekdayDate } from '../lib/dates-format'
import { MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule } from '../lib/field-rules'
import { isolate } from '../lib/isolate'
import { sumCents, toCents } from '../lib/money'
import type { BookedDropIn } from '../months/availability'
import { dateInMonth, dayType, isOpenType, type MonthCalendar } from '../months/months'
import { isFull } from '../months/seats'
import { creditsOf } from '../pricing/credits'
import {
  type BookedDays,
  bookedDaysOf,
  dayPricesToDollars,
  type PricedDays,
  priceDays,
} from '../pricing/day-prices'
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
  /** What it would come back with; absent in older ones, where it is what the submission has. */
  credits?: Record<string, number>
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
  /** Those that the fee got. */
  credits: Record<string, number>
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

type AttendedPart = PricedDays & { days: number[] }

const NOTHING_LEFT: AttendedPart = { days: [], dayPrices: null, feeCents: 0 }

type RestorableRow = {
  selected_days: readonly number[]
  day_prices: Record<string, number> | null
  credits: Record<string, number>
  cancellation: Pick<Cancellation, 'selected_days' | 'day_prices' | 'total_fee' | 'credits'> | null
}

/** Not those that the fee got, if that was kept: what happened to a day since then did not change it. */
const restorableCreditsOf = ({
  cancellation,
  credits,
}: {
  cancellation?: Pick<Cancellation, 'credits'> | null
  credits: Record<string, number>
}) => cancellation?.credits ?? credits

/** The days that a registration has, or would have again if its cancellation were undone. */
export const restorableDaysOf = (row: RestorableRow, feeCents: number): BookedDays =>
  row.cancellation
    ? bookedDaysOf(
        { ...row.cancellation, credits: restorableCreditsOf(row) },
        toCents(row.cancellation.total_fee),
      )
    : bookedDaysOf(row, feeCents)

/** A cancelled one again where it holds a day whose arrival was taken back: nobody else could give that day up. */
export const isCancellable = (
  { cancellation, selected_days }: { cancellation: object | null; selected_days: readonly number[] },
  attendedDays: readonly number[],
): boolean => cancellation === null || selected_days.some((n) => !attendedDays.includes(n))

/**
 * What is left of a registration that is cancelled without a fee: those of its days on which the child was here, at the
 * price at which they were booked.
 */
export function attendedPart(
  month: MonthCalendar,
  row: RestorableRow,
  feeCents: number,
  attendedDays: readonly number[],
): AttendedPart {
  const days = row.selected_days.filter((n) => attendedDays.includes(n))
  return days.length === 0
    ? NOTHING_LEFT
    : { days, ...priceDays(month, days, restorableDaysOf(row, feeCents)) }
}

/**
 * All days are given up but those on which the child was here, so that whatever looks for a day, such as the board, does
 * not find the child on any other. The fee becomes that of the days that stay, or stays whole; payments stay in either
 * case. Cancelled again, it would still come back as it was at first.
 */
export function cancelRegistration(
  row: CancellableRow & { cancellation?: Cancellation | null },
  input: CancellationInput,
  left: AttendedPart = NOTHING_LEFT,
): CancellationChange {
  const { selected_days, day_prices, total_fee_cents } = row
  const isKept = input.fee === 'keep'
  const credits = restorableCreditsOf(row)
  const entry = {
    ...buildEditEntry(selected_days, left.days, input.cancelled_at),
    changed_by: input.cancelled_by,
    event: 'cancelled' as const,
  }
  return {
    status: 'cancelled',
    selected_days: left.days,
    // A whole fee is that of more days than are left.
    day_prices: isKept || !left.dayPrices ? null : dayPricesToDollars(left.dayPrices),
    total_fee_cents: isKept ? total_fee_cents : left.feeCents,
    credits: isKept ? row.credits : creditsOf(credits, left.days),
    edit_history: [...readEditHistory(row.edit_history), entry],
    cancel_request: null,
    cancellation: {
      ...(row.cancellation ?? { selected_days, day_prices, total_fee: total_fee_cents / 100 }),
      credits,
      ...input,
    },
  }
}

/**
 * Without the days that no longer have aftercare: booked at no price they would stay free once they have it again. Days
 * that the programme cancelled come back with their credits, and those that stayed are there. Where the days' prices are
 * unknown all come back: the fee cannot be without one.
 */
const restoredDays = (
  month: MonthCalendar,
  { selected_days, day_prices }: Pick<Cancellation, 'selected_days' | 'day_prices'>,
  stayed: readonly number[],
): number[] =>
  selected_days.filter(
    (n) =>
      day_prices === null ||
      isOpenType(dayType(month, n)) ||
      month.cancelledDays.includes(n) ||
      stayed.includes(n),
  )

/** Days, prices and fee as they were, or as cancelled days have changed them since. */
export function undoCancellation(
  month: MonthCalendar,
  row: Pick<RestorableRow, 'selected_days' | 'credits'> & Pick<CancellableRow, 'edit_history'>,
  cancellation: Cancellation,
  restored: { at: string; by: string },
): CancellationChange {
  const { total_fee, fee_changes = [] } = cancellation
  const credits = restorableCreditsOf({ cancellation, credits: row.credits })
  const booked = bookedDaysOf({ ...cancellation, credits }, toCents(total_fee))
  const selected_days = restoredDays(month, cancellation, row.selected_days)
  const { dayPrices, feeCents } = priceDays(month, selected_days, booked)
  const withoutCare = cancellation.selected_days.flatMap((n) => {
    const day = selected_days.includes(n) ? null : dateInMonth(month, n)
    const cents = booked.dayPrices?.[String(n)] ?? 0
    if (day === null || cents === 0) return []
    const fee_change = { day, amount: -cents / 100, no_care: true as const }
    return [{ ...buildEditEntry(selected_days, selected_days, restored.at), fee_change }]
  })
  const entry = {
    ...buildEditEntry(row.selected_days, selected_days, restored.at),
    changed_by: restored.by,
    event: 'restored' as const,
  }
  return {
    status: 'submitted',
    selected_days,
    day_prices: dayPrices && dayPricesToDollars(dayPrices),
    total_fee_cents: feeCents,
    credits: creditsOf(credits, selected_days),
    edit_history: [
      ...readEditHistory(row.edit_history),
      ...readEditHistory(fee_changes),
      ...withoutCare,
      entry,
    ],
    cancellation: null,
  }
}

/**
 * Why a cancellation cannot be undone; null if it can. Past and closed days come back. The days that stayed have their
 * seats.
 */
export function undoCancellationError(
  month: MonthCalendar,
  cancellation: Pick<Cancellation, 'selected_days' | 'day_prices'>,
  stayed: readonly number[],
  other: { child: string; month: string } | null,
  booked: readonly BookedDropIn[],
): string | null {
  if (other) return `${isolate(other.child)} has another registration for ${other.month}.`
  const days = restoredDays(month, cancellation, stayed)
  if (days.length === 0) return 'None of its days has aftercare any more.'
  const restored = days.filter((n) => !stayed.includes(n))
  const dropIns = booked.filter(({ n }) => restored.includes(n))
  if (dropIns.length > 0)
    return dropIns.map(({ n, child }) => `${isolate(child)} has a drop-in on ${nameOf(month, n)}.`).join(' ')
  const full = restored.filter((n) => isFull(month.seating, n)).map((n) => nameOf(month, n))
  if (full.length === 0) return null
  return full.length === 1 ? `${full[0]} is full.` : `${full.join('; ')} are full.`
}

function nameOf(month: MonthCalendar, n: number): string {
  const date = dateInMonth(month, n)
  return date === null ? `day ${n}` : formatWeekdayDate(date)
}
