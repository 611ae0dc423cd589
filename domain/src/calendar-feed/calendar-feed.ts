import type { DismissalType } from '../attendance/attendance'
import { dismissalTime, type PickupTimes, pickupTime } from '../board/pickup-times'
import { compareStrings } from '../lib/compare-strings'
import { type Day, dayOf, getDayParts, monthFromOrdinal, monthOrdinal } from '../lib/days'
import { instantAt } from '../lib/time-of-day'
import {
  CANCELLED_LABEL,
  DAY_TYPE_LABELS,
  type DayType,
  dateInMonth,
  dayType,
  isOpenType,
  type MonthCalendar,
} from '../months/months'
import { SUBMISSION_TYPE_LABELS } from '../submissions/submissions'

const MONTHS_BACK = 3

/** The first day of the feed: the first of the month three months back. */
export function feedStart(today: Day): Day {
  const { year, monthIndex } = getDayParts(today)
  const first = monthFromOrdinal(monthOrdinal(year, monthIndex) - MONTHS_BACK)
  return dayOf(first.year, first.monthIndex, 1)
}

/** One of the family's submissions with its month, which may not exist for a drop-in. */
export type Booking = {
  submissionId: string
  childId: string | null
  childName: string
  dropInDate: Day | null
  selectedDays: readonly number[]
  /** Set by staff for a drop-in they entered. */
  dismissal: DismissalType | null
  month: Pick<MonthCalendar, 'monthName' | 'year' | 'dayTypes' | 'specialDays' | 'cancelledDays'> | null
  changedAt: string
}

export type BookedDay = {
  /** Stays the same as long as the child has the day, whatever changes around it. */
  key: string
  childName: string
  day: Day
  typeOfDay: DayType | null
  /** When the child's school day ends; unavailable or no school if the day lost its aftercare later. */
  dismissal: DayType
  isCancelled: boolean
  isDropIn: boolean
  changedAt: string
}

/**
 * Every booked day from the given one on, in order. A registration and a drop-in for the same child and day are one
 * entry, the registration's, as on the attendance board.
 */
export function bookedDays(bookings: readonly Booking[], from: Day): BookedDay[] {
  const days = new Map<string, BookedDay>()
  for (const booking of bookings) {
    for (const booked of daysOf(booking)) {
      if (booked.day < from) continue
      if (booked.isDropIn && days.has(booked.key)) continue
      days.set(booked.key, booked)
    }
  }
  return [...days.values()].sort(
    (a, b) =>
      compareStrings(a.day, b.day) ||
      compareStrings(a.childName, b.childName) ||
      compareStrings(a.key, b.key),
  )
}

function daysOf(booking: Booking): BookedDay[] {
  const { month, dropInDate, childId, submissionId, childName, changedAt } = booking
  const isDropIn = dropInDate !== null
  const numbers = isDropIn ? [getDayParts(dropInDate).dayOfMonth] : booking.selectedDays
  return numbers.flatMap((n) => {
    const day = isDropIn ? dropInDate : month && dateInMonth(month, n)
    if (!day) return []
    const typeOfDay = month && dayType(month, n)
    const dismissal = booking.dismissal ?? typeOfDay ?? 'regular'
    const key = `${childId ?? submissionId}-${day}`
    const isCancelled = month?.cancelledDays.includes(n) ?? false
    return [{ key, childName, day, typeOfDay, dismissal, isCancelled, isDropIn, changedAt }]
  })
}

export type FeedEvent = {
  uid: string
  title: string
  /** The day's type, and whether it is a drop-in. No health data, notes or money. */
  details: string
  startsAt: Date
  /** Null if the pick-up time is not after the dismissal. */
  endsAt: Date | null
  isCancelled: boolean
  changedAt: string
}

export type FeedTexts = {
  dayTypes: Readonly<Record<DayType, string>>
  cancelledLabel: string
  dropIn: string
  aftercare: string
  cancelled: string
}

export const feedTexts: FeedTexts = {
  dayTypes: DAY_TYPE_LABELS,
  cancelledLabel: CANCELLED_LABEL,
  dropIn: SUBMISSION_TYPE_LABELS.day_drop_in,
  aftercare: 'Aftercare',
  cancelled: 'cancelled',
}

function titleNote({ dismissal, isCancelled }: BookedDay, label: string, t: FeedTexts): string {
  if (isCancelled) return ` ${t.cancelled}`
  if (!isOpenType(dismissal)) return ` ${t.cancelled} (${label})`
  return dismissal === 'regular' ? '' : ` (${label})`
}

/** From the child's dismissal to the day's pick-up time, on the programme's clock. */
export function feedEvent(
  booked: BookedDay,
  times: PickupTimes,
  timeZone: string,
  t: FeedTexts = feedTexts,
): FeedEvent {
  const { key, childName, day, typeOfDay, dismissal, isDropIn, changedAt } = booked
  const start = dismissalTime(times, day, dismissal)
  const end = pickupTime(times, day, typeOfDay)
  const label = booked.isCancelled ? t.cancelledLabel : t.dayTypes[dismissal]
  const isCancelled = booked.isCancelled || !isOpenType(dismissal)
  return {
    uid: `${key}@aftercare`,
    title: `${childName}: ${t.aftercare}${titleNote(booked, label, t)}`,
    details: isDropIn ? `${t.dropIn}, ${label}` : label,
    startsAt: instantAt(day, start, timeZone),
    endsAt: end > start ? instantAt(day, end, timeZone) : null,
    isCancelled,
    changedAt,
  }
}
