import { formatWeekdayDate } from '../lib/dates-format'
import { type Day, isWeekend, sortedDayNumbers } from '../lib/days'
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
  /** A child has a drop-in on that day. */
  | 'drop_in'
  | StayReason

/** Why a booked day cannot be given up: the programme cancelled it, the child was here, or it has begun. */
export type StayReason = 'cancelled' | 'attended' | 'begun'

export type BookedDropIn = { n: number; child: string }

export type DayNeeds = {
  /** In an edit, the stored days, which have their seats. */
  originalDays?: readonly number[]
  /** In an edit, the days on which the child was marked as arrived, and its name. */
  attended?: { days: readonly number[]; child: string }
  /** Families cannot give up today and past days; staff can. */
  begunDaysStay?: boolean
  /** The days on which one of the children has a drop-in, which is paid for already. */
  dropIns?: readonly BookedDropIn[]
  /** How many need a seat. */
  children?: number
  /** Staff may also choose past, closed and full days. */
  byStaff?: boolean
}

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
  needs: DayNeeds,
): DayReason {
  const { originalDays = [], dropIns = [], children = 1, byStaff = false } = needs
  if (date === null) return 'unavailable'
  if (isWeekend(date)) return 'weekend'
  const isCancelled = month.cancelledDays.includes(n)
  // A day already booked keeps its type and can be removed and re-added within the edit, whatever it is now.
  if (originalDays.includes(n)) return stayReason(month, n, date, today, needs) ?? 'selectable'
  const mayBeOpen = isOpenType(type) && (byStaff || date > today)
  if (mayBeOpen && dropIns.some((dropIn) => dropIn.n === n)) return 'drop_in'
  // Staff may add a past day, but never one without aftercare.
  if (byStaff && !isOpenType(type)) return closedReason(type, isCancelled)
  if (date < today) return 'past'
  if (date === today) return 'today'
  if (!isOpenType(type)) return closedReason(type, isCancelled)
  if (month.closedDays.includes(n)) return 'closed'
  const free = freeSeats(month.seating, n)
  if (free === 0) return 'full'
  return free !== null && free < children ? 'few_seats' : 'selectable'
}

/** Of a booked day; null if it can be given up. */
function stayReason(
  month: Pick<MonthCalendar, 'cancelledDays'>,
  n: number,
  date: Day | null,
  today: Day,
  { attended, begunDaysStay = false, byStaff = false }: DayNeeds,
): StayReason | null {
  if (month.cancelledDays.includes(n)) return 'cancelled'
  if (attended?.days.includes(n)) return 'attended'
  return begunDaysStay && !byStaff && date !== null && date <= today ? 'begun' : null
}

const closedReason = (type: DayType, isCancelled: boolean): DayReason =>
  isCancelled ? 'cancelled' : type === 'no_school' ? 'no_school' : 'unavailable'

/** What staff may choose after they were asked. */
const STAFF_REASONS: readonly DayReason[] = ['past', 'today', 'closed', 'full', 'few_seats']

/** Whether a day can be chosen, for a new registration or (with the stored days) for an edit. */
export function dayState(month: MonthCalendar, n: number, today: Day, needs: DayNeeds = {}): DayState {
  const { originalDays = [], byStaff = false } = needs
  const date = dateInMonth(month, n)
  const original = originalDays.includes(n)
  const type = dayType(month, n)
  const reason = reasonOf(month, n, date, type, today, needs)
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

export function dayError(
  month: MonthCalendar,
  n: number,
  reason: DayError['reason'],
  t = en,
  child = '',
): DayError {
  const { monthName, year, seating } = month
  const date = dateInMonth(month, n)
  const params = {
    n,
    reason: date === null ? ('not_in_month' as const) : reason,
    date,
    monthName,
    year,
    free: freeSeats(seating, n),
    ...((reason === 'attended' || reason === 'drop_in') && { child }),
  }
  return { ...params, message: dayErrorMessage(params, t) }
}

/** The booked days that an edit cannot give up. */
function stayingDays(month: MonthCalendar, today: Day, needs: DayNeeds): { n: number; reason: StayReason }[] {
  return (needs.originalDays ?? []).flatMap((n) => {
    const reason = stayReason(month, n, dateInMonth(month, n), today, needs)
    return reason ? [{ n, reason }] : []
  })
}

/**
 * An error for every chosen day that is not available for that many children, and for every booked day that an edit
 * would give up and that stays. A day already booked has its seat.
 */
export function checkSelectedDays(
  month: MonthCalendar,
  days: readonly number[],
  today: Day,
  needs: DayNeeds = {},
  t = en,
): DayError[] {
  const staying = stayingDays(month, today, needs)
  const errors = staying
    .filter(({ n }) => !days.includes(n))
    .map(({ n, reason }) =>
      dayError(month, n, reason === 'cancelled' ? 'cancelled_stays' : reason, t, needs.attended?.child),
    )
  const isStaying = (n: number) => staying.some((day) => day.n === n)
  const seen = new Set<number>()
  for (const n of days) {
    const { reason, selectable } = dayState(month, n, today, needs)
    if (seen.has(n)) errors.push(dayError(month, n, 'repeated', t))
    else if (reason === 'drop_in')
      for (const { child } of needs.dropIns?.filter((dropIn) => dropIn.n === n) ?? [])
        errors.push(dayError(month, n, reason, t, child))
    else if (!selectable && reason !== 'selectable' && !isStaying(n))
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

export type DayToConfirm = { n: number; message: string }

/** The days that staff choose against the rules for parents, each with a sentence: they are asked before it is saved. */
export function daysToConfirm(
  month: MonthCalendar,
  days: readonly number[],
  today: Day,
  needs: Pick<DayNeeds, 'originalDays' | 'children'>,
): DayToConfirm[] {
  return days.flatMap((n) => {
    const { date, reason } = dayState(month, n, today, { ...needs, byStaff: true })
    if (reason === 'few_seats') return [{ n, message: dayError(month, n, reason).message }]
    const question = STAFF_QUESTIONS[reason]
    return date !== null && question ? [{ n, message: `${formatWeekdayDate(date)} ${question}` }] : []
  })
}

/** "Friday, December 4 is full. Add anyway?" */
export const addAnywayQuestion = (days: readonly DayToConfirm[]): string =>
  `${days.map(({ message }) => message).join(' ')} Add anyway?`

/** What an edit chooses: the days that stay are in it, also if one was given up just before. */
export const withStayingDays = (
  month: MonthCalendar,
  today: Day,
  needs: DayNeeds,
  chosen: readonly number[],
): number[] => sortedDayNumbers([...chosen, ...stayingDays(month, today, needs).map(({ n }) => n)])
