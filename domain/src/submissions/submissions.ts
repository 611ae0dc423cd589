import { formatLongDate } from '../lib/dates-format'
import { type Day, sortedDayNumbers } from '../lib/days'
import type { BilledStatus, SubmissionStatus } from '../lib/enums'
import { isArrayOf, isDayNumber, isRecord, isString } from '../lib/json-guards'
import { CANCELLED_LABEL, type MonthCalendar, type MonthIdentity } from '../months/months'
import { creditsOf, type FeeChange, type StoredFeeChange } from '../pricing/credits'
import { type BookedDays, type PricedDays, priceDays } from '../pricing/day-prices'
import { en } from './texts/en'

/** As stored in submissions.edit_history. */
export type EditHistoryEntry = {
  edited_at: string
  previous_days: number[]
  new_days: number[]
  days_added: number[]
  days_removed: number[]
  /** The name of the staff member; absent where the family edited. */
  changed_by?: string
  /** The adult of the family who edited, and their account; only in families that somebody has joined. */
  adult?: string
  adult_id?: string
  /** Set for a day that the programme cancelled or that takes place after all: the days are the same. */
  fee_change?: StoredFeeChange
  /** The registration was cancelled, or that was undone: not an edit, but part of its history. */
  event?: (typeof HISTORY_EVENTS)[number]
}

export const HISTORY_EVENTS = ['cancelled', 'restored'] as const

const eventOf = (value: unknown) => HISTORY_EVENTS.find((event) => event === value)

export function buildEditEntry(
  previousDays: readonly number[],
  newDays: readonly number[],
  editedAt: string,
): EditHistoryEntry {
  const previous = sortedDayNumbers(previousDays)
  const chosen = sortedDayNumbers(newDays)
  return {
    edited_at: editedAt,
    previous_days: previous,
    new_days: chosen,
    days_added: chosen.filter((n) => !previous.includes(n)),
    days_removed: previous.filter((n) => !chosen.includes(n)),
  }
}

const dayList = (value: unknown) => (isArrayOf(value, isDayNumber) ? value : [])

const isFeeChange = (value: unknown): value is StoredFeeChange =>
  isRecord(value) && isString(value.day) && typeof value.amount === 'number'

/** Reads a list of entries, a single entry (older rows) or nothing; drops what is not an entry. */
export function readEditHistory(stored: unknown): EditHistoryEntry[] {
  const list = Array.isArray(stored) ? stored : [stored]
  return list.flatMap((value) => {
    if (!isRecord(value) || !isString(value.edited_at)) return []
    return [
      {
        edited_at: value.edited_at,
        previous_days: dayList(value.previous_days),
        new_days: dayList(value.new_days),
        days_added: dayList(value.days_added),
        days_removed: dayList(value.days_removed),
        ...(isString(value.changed_by) && { changed_by: value.changed_by }),
        ...(isString(value.adult) && { adult: value.adult }),
        ...(isString(value.adult_id) && { adult_id: value.adult_id }),
        ...(isFeeChange(value.fee_change) && { fee_change: value.fee_change }),
        ...(eventOf(value.event) && { event: eventOf(value.event) }),
      },
    ]
  })
}

export type SubmissionEdit = PricedDays & {
  credits: BookedDays['credits']
  selectedDays: number[]
  isEdited: true
  editHistory: EditHistoryEntry[]
  originalSelectedDays: number[]
  updatedAt: string
}

/**
 * Booked days keep their price. originalSelectedDays are the days just before this edit; the very first choice stays in
 * the history's first entry, which is never dropped.
 */
export function applyEdit(
  booked: BookedDays,
  editHistory: unknown,
  month: MonthCalendar,
  newDays: readonly number[],
  editedAt: string,
  editor: Pick<EditHistoryEntry, 'changed_by' | 'adult' | 'adult_id'> = {},
): SubmissionEdit {
  const entry = { ...buildEditEntry(booked.days, newDays, editedAt), ...editor }
  return {
    ...priceDays(month, newDays, booked),
    credits: creditsOf(booked.credits, entry.new_days),
    selectedDays: entry.new_days,
    isEdited: true,
    editHistory: [...readEditHistory(editHistory), entry],
    originalSelectedDays: entry.previous_days,
    updatedAt: editedAt,
  }
}

/** A changed fee as an entry of the history. */
export const feeChangeEntry = (
  booked: Pick<BookedDays, 'days'>,
  { differenceCents }: FeeChange,
  day: Day,
  editedAt: string,
): EditHistoryEntry => ({
  ...buildEditEntry(booked.days, booked.days, editedAt),
  fee_change: { day, amount: differenceCents / 100 },
})

export const SUBMISSION_TYPES = ['month_registration', 'day_drop_in'] as const
export type SubmissionType = (typeof SUBMISSION_TYPES)[number]

export const SUBMISSION_TYPE_LABELS: Record<SubmissionType, string> = {
  month_registration: 'Month Registration',
  day_drop_in: en.dropIn,
}

/** A submission without a month is a drop-in. */
export function submissionType(monthId: string | null): SubmissionType {
  return monthId === null ? 'day_drop_in' : 'month_registration'
}

/** "October 2025", or "Day Drop-In - Nov 20, 2025". */
export function submissionTitle(
  month: MonthIdentity | null,
  dropInDay: Day | null,
  t: typeof en = en,
): string {
  if (month) return t.month(month)
  return dropInDay ? t.dropInOn(dropInDay) : t.dropIn
}

/** "Day Drop-In Request for Thursday, November 20, 2025 - late bus" */
export function dropInNotes(day: Day, additionalNotes: string | null): string {
  const request = `Day Drop-In Request for ${formatLongDate(day)}`
  const notes = additionalNotes?.trim()
  return notes ? `${request} - ${notes}` : request
}

export const DERIVED_STATUSES = [
  'submitted',
  'billed',
  'partial',
  'paid',
  'cancelled',
  'waiting',
  'declined',
] as const
export type DerivedStatus = (typeof DERIVED_STATUSES)[number]

/**
 * Only payments applied to the submission count; a fee of 0 counts as paid, unless it is that of a cancelled registration
 * or of a drop-in that was not approved. A cancelled one whose fee was kept has the status of its fee.
 */
export function derivedStatus(fee: {
  totalFeeCents: number
  paidCents: number
  billedStatus: BilledStatus
  status: SubmissionStatus
}): DerivedStatus {
  if (fee.status === 'waiting' || fee.status === 'declined') return fee.status
  if (fee.status === 'cancelled' && fee.totalFeeCents === 0) return 'cancelled'
  if (fee.paidCents >= fee.totalFeeCents) return 'paid'
  if (fee.paidCents > 0) return 'partial'
  return fee.billedStatus === 'billed' ? 'billed' : 'submitted'
}

export const EDITED_SINCE_BILLED = 'Edited since billed'

/**
 * The difference between the fee and what staff billed; null if there is none or nothing was billed. Edits add up, and
 * one that leads back to the billed fee clears the difference.
 */
export function editedSinceBilledCents(fee: {
  totalFeeCents: number
  billedFeeCents: number | null
}): number | null {
  if (fee.billedFeeCents === null || fee.billedFeeCents === fee.totalFeeCents) return null
  return fee.totalFeeCents - fee.billedFeeCents
}

/** For the submissions list and its filter. */
export const LIST_STATUS_LABELS = {
  submitted: 'Submitted',
  billed: 'Billed',
  partial: 'Partial',
  paid: 'Paid',
  cancelled: CANCELLED_LABEL,
  waiting: 'Waiting',
  declined: 'Declined',
} as const satisfies Record<DerivedStatus, string>

/** For the parent detail, from the same calculation. */
export const PARENT_STATUS_LABELS = {
  submitted: 'Not Billed',
  billed: 'Billed',
  partial: 'Partially Paid',
  paid: 'Paid',
  cancelled: CANCELLED_LABEL,
  waiting: 'Waiting',
  declined: 'Declined',
} as const satisfies Record<DerivedStatus, string>

type Agreed = { entered_by: string | null; agreed_at: string | null; submitted_at: string }

/** Staff entered it, and the family has not ticked the agreement itself since, in an edit. */
export const isAgreedByPhone = ({ entered_by, agreed_at, submitted_at }: Agreed): boolean =>
  entered_by !== null && agreed_at === submitted_at
