import { formatWeekdayDate } from '../lib/dates-format'
import { compareDays, type Day, isWeekend, sortedDayNumbers } from '../lib/days'
import { typePriceCents } from '../pricing/fees'
import { type DayErrorParams, dayErrorMessage } from './day-error-message'
import { type DayType, dateInMonth, dayNumbers, dayType, isOpenType, type MonthCalendar } from './months'
import { freeSeats } from './seats'
import { en } from './texts/en'

export type DayReason =
  | 'selectable'
  | 'weekend'
  | 'past'
  | 'today'
  | 'closed'
  | 'full'
  /** Seats are left, but fewer than the children chosen. */
  | 'few_seats'
  | 'unavailable'
  | 'no_school'
  | 'cancelled'

/**
 * `originalDays`: in an edit, the stored days, which have their seats. `children`: how many need a seat. `byStaff`: staff
 * may also add past, closed and full days.
 */
export type DayNeeds = { originalDays?: readonly number[]; children?: number; byStaff?: boolean }

export type DayState = {
  n: number
  /** Null if the month has no such day. */
  date: Day | null
  /** The type to show: today and past days show as unavailable unless they were already chosen. */
  type: DayType
  reason: DayReason
  selectable: boolean
  closed: boolean
  cancelled: boolean
  /** Seats left; null if the day has no limit. */
  free: number | null
  /** Part of the stored submission when the edit started. */
  original: boolean
  priceCents: number
}

function reasonOf(
  month: MonthCalendar,
  n: number,
  date: Day | null,
  type: DayType,
  today: Day,
  original: boolean,
  children: number,
  byStaff: boolean,
): DayReason {
  if (date === null) return 'unavailable'
  if (isWeekend(date)) return 'weekend'
  const isCancelled = month.cancelledDays.includes(n)
  // A day already booked keeps its type and can be removed and re-added within the edit, whatever it is now. A cancelled
  // one stays.
  if (original) return isCancelled ? 'cancelled' : 'selectable'
  // Staff may add a past day, but never one without aftercare.
  if (byStaff && !isOpenType(type)) return closedReason(type, isCancelled)
  if (compareDays(date, today) < 0) return 'past'
  if (date === today) return 'today'
  if (!isOpenType(type)) return closedReason(type, isCancelled)
  if (month.closedDays.includes(n)) return 'closed'
  const free = freeSeats(month.seating, n)
  if (free === 0) return 'full'
  return free !== null && free < children ? 'few_seats' : 'selectable'
}

const closedReason = (type: DayType, isCancelled: boolean): DayReason =>
  isCancelled ? 'cancelled' : type === 'no_school' ? 'no_school' : 'unavailable'

/** What staff may choose after they were asked. */
const STAFF_REASONS: readonly DayReason[] = ['past', 'today', 'closed', 'full']

/** Whether a day can be chosen, for a new registration or (with the stored days) for an edit. */
export function dayState(
  month: MonthCalendar,
  n: number,
  today: Day,
  { originalDays = [], children = 1, byStaff = false }: DayNeeds = {},
): DayState {
  const date = dateInMonth(month, n)
  const original = originalDays.includes(n)
  const type = dayType(month, n)
  const reason = reasonOf(month, n, date, type, today, original, children, byStaff)
  const gone = !byStaff && (reason === 'past' || reason === 'today')
  return {
    n,
    date,
    type: gone ? 'unavailable' : type,
    reason,
    selectable: reason === 'selectable' || (byStaff && STAFF_REASONS.includes(reason)),
    cancelled: month.cancelledDays.includes(n),
    closed: reason === 'closed' || (original && month.closedDays.includes(n)),
    free: freeSeats(month.seating, n),
    original,
    priceCents: gone ? 0 : typePriceCents(month, type),
  }
}

export function monthStates(month: MonthCalendar, today: Day, needs?: DayNeeds): DayState[] {
  return dayNumbers(month).map((n) => dayState(month, n, today, needs))
}

export function selectableDays(month: MonthCalendar, today: Day, needs?: DayNeeds): number[] {
  return monthStates(month, today, needs)
    .filter((state) => state.selectable)
    .map((state) => state.n)
}

export type DayError = DayErrorParams & { message: string }

export function dayError(month: MonthCalendar, n: number, reason: DayError['reason'], t = en): DayError {
  const { monthName, year, seating } = month
  const date = dateInMonth(month, n)
  const params = {
    n,
    reason: date === null ? ('not_in_month' as const) : reason,
    date,
    monthName,
    year,
    free: freeSeats(seating, n),
  }
  return { ...params, message: dayErrorMessage(params, t) }
}

/**
 * An error for every chosen day that is not available for that many children, and for every cancelled day that an edit
 * would give up. A day already booked has its seat.
 */
export function checkSelectedDays(
  month: MonthCalendar,
  days: readonly number[],
  today: Day,
  needs?: DayNeeds,
  t = en,
): DayError[] {
  const booked = (needs?.originalDays ?? []).filter((n) => month.cancelledDays.includes(n))
  const errors = booked.filter((n) => !days.includes(n)).map((n) => dayError(month, n, 'cancelled_stays', t))
  const seen = new Set<number>()
  for (const n of days) {
    const { reason, selectable } = dayState(month, n, today, needs)
    if (seen.has(n)) errors.push(dayError(month, n, 'repeated', t))
    else if (!selectable && reason !== 'selectable' && !booked.includes(n))
      errors.push(dayError(month, n, reason, t))
    seen.add(n)
  }
  return errors
}

const STAFF_QUESTIONS: Partial<Record<DayReason, string>> = {
  past: 'has passed.',
  today: 'is today.',
  closed: 'is closed to new registrations.',
  full: 'is full.',
}

/** The days that staff add against the rules for parents, each with a sentence: they are asked before it is saved. */
export function daysToConfirm(
  month: MonthCalendar,
  days: readonly number[],
  today: Day,
  originalDays: readonly number[],
): { n: number; message: string }[] {
  return days.flatMap((n) => {
    const { date, reason } = dayState(month, n, today, { originalDays, byStaff: true })
    const question = STAFF_QUESTIONS[reason]
    return date !== null && question ? [{ n, message: `${formatWeekdayDate(date)} ${question}` }] : []
  })
}

/** What an edit chooses: whoever has a cancelled day keeps it, also if it was given up just before. */
export const withCancelledDays = (
  { cancelledDays }: Pick<MonthCalendar, 'cancelledDays'>,
  originalDays: readonly number[],
  chosen: readonly number[],
): number[] => sortedDayNumbers([...chosen, ...originalDays.filter((n) => cancelledDays.includes(n))])
