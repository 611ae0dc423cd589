import { lateMinutes, type PickupSettings, pickupTime } from '../board/pickup-times'
import { addDays, type Day, dayInZone, getDayParts, isWeekend } from '../lib/days'
import { type DayType, type DayTypes, isOpenType } from '../months/months'
import { freeSeats, type Seating } from '../months/seats'
import { en } from '../months/texts/en'

export type DropInOption = { key: 'today' | 'tomorrow'; date: Day }

export function dropInDates(today: Day): [DropInOption, DropInOption] {
  return [
    { key: 'today', date: today },
    { key: 'tomorrow', date: addDays(today, 1) },
  ]
}

export function isDropInDate(day: Day, today: Day): boolean {
  return dropInDates(today).some((option) => option.date === day)
}

/** The part of a month that matters for drop-ins; a draft month counts too. */
export type DropInMonth = { day_types: DayTypes; closed_days: readonly number[]; seating: Seating }

/** The programme's clock and pick-up times. */
export type DropInMoment = { now: Date; timeZone: string; pickup: PickupSettings }

type DropInAvailability =
  | 'available'
  /** Today, after its pick-up time, where staff have said so. */
  | 'too_late'
  | 'weekend'
  | 'no_month'
  | 'closed'
  | 'full'
  /** Seats are left, but fewer than the children. */
  | 'few_seats'
  | 'unavailable'
  | 'no_school'

/** Pass null if there is no month for that day. */
export function dropInAvailability(
  month: DropInMonth | null,
  day: Day,
  moment: DropInMoment,
  children = 1,
): DropInAvailability {
  if (isWeekend(day)) return 'weekend'
  if (month === null) return 'no_month'
  const { dayOfMonth } = getDayParts(day)
  const type = month.day_types[String(dayOfMonth)] ?? 'regular'
  if (!isOpenType(type)) return type
  if (isTooLate(day, type, moment)) return 'too_late'
  if (month.closed_days.includes(dayOfMonth)) return 'closed'
  const free = freeSeats(month.seating, dayOfMonth)
  if (free === 0) return 'full'
  return free !== null && free < children ? 'few_seats' : 'available'
}

/** The minute of the pick-up time itself is not too late. */
function isTooLate(day: Day, type: DayType, { now, timeZone, pickup }: DropInMoment): boolean {
  if (!pickup.no_late_drop_ins || dayInZone(now, timeZone) !== day) return false
  return lateMinutes(now, pickupTime(pickup, day, type), timeZone) > 0
}

/** "Today" and "(Thursday, November 20, 2025) - Aftercare Not Available" */
export const dropInOptionLabel = (
  { key, date }: DropInOption,
  available: boolean,
  t = en,
): { label: string; detail: string } => ({
  label: t[key],
  detail: available ? t.dropInDay(date) : t.noDropInDay(date),
})
