import {
  addDays,
  type Day,
  dayOf,
  daysInMonth,
  getDayParts,
  monthOrdinal,
  weekday,
} from '@aftercare/domain/lib/days'
import { REGISTRATION_STATUS } from '@aftercare/domain/lib/enums'
import { selectableDays } from '@aftercare/domain/months/availability'
import { dateInMonth, type MonthCalendar } from '@aftercare/domain/months/months'
import { NO_SEATING } from '@aftercare/domain/months/seats'
import {
  bookedDaysOf,
  dayPricesToDollars,
  type PricedDays,
  priceDays,
} from '@aftercare/domain/pricing/day-prices'
import { applyEdit } from '@aftercare/domain/submissions/submissions'
import type { SubmissionRow } from '../src/db/tables'
import type { Family } from './demo-families'
import type { DemoMonth } from './demo-months'
import { GUESTS } from './demo-names'
import type { Rng } from './rng'

export type DemoSubmission = Partial<SubmissionRow> &
  Pick<SubmissionRow, 'id' | 'selected_days' | 'submitted_at' | 'total_fee_cents'>

/** Weekday patterns of families: all, three, two, one. */
const PATTERNS = [[1, 2, 3, 4, 5], [1, 3, 5], [1, 2, 4], [2, 4], [3, 5], [1, 4], [5]] as const

/** The month as parents saw it: a day that is closed now was open when they chose it. */
export function asOffered(month: DemoMonth): MonthCalendar {
  return {
    monthName: month.month_name,
    year: month.year,
    regularPriceCents: month.regular_price_cents,
    specialPriceCents: month.special_price_cents,
    specialDays: month.special_days,
    closedDays: [],
    cancelledDays: [],
    dayTypes: month.day_types,
    seating: NO_SEATING,
  }
}

const instantOn = (rng: Rng, day: Day) =>
  `${day}T${rng.between(12, 23)}:${rng.between(10, 59)}:${rng.between(10, 59)}Z`

/** A random day in the range, or null if it is empty. */
function dayBetween(rng: Rng, first: Day, last: Day): Day | null {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days.length > 0 ? rng.pick(days) : null
}

function chooseDays(rng: Rng, month: DemoMonth, calendar: MonthCalendar, on: Day): number[] {
  const pattern: readonly number[] = rng.pick(PATTERNS)
  return selectableDays(calendar, on).filter((n) => {
    const date = dateInMonth(calendar, n)
    if (month.closed_days.includes(n)) return rng.happens(0.7)
    return date !== null && pattern.includes(weekday(date)) && rng.happens(0.95)
  })
}

type Who = Pick<
  DemoSubmission,
  | 'parent_id'
  | 'child_id'
  | 'guest_parent_name'
  | 'guest_parent_email'
  | 'guest_child_name'
  | 'guest_child_allergies'
>

export function aRegistration(rng: Rng, month: DemoMonth, today: Day, who: Who): DemoSubmission | null {
  const start = dayOf(month.year, month.monthIndex, 1)
  const yesterday = addDays(today, -1)
  const lastChance = addDays(start, 2)
  const on = dayBetween(rng, addDays(start, -40), lastChance < yesterday ? lastChance : yesterday)
  if (on === null) return null
  const calendar = asOffered(month)
  const days = chooseDays(rng, month, calendar, on)
  if (days.length === 0) return null
  const submitted_at = instantOn(rng, on)
  const registration: DemoSubmission = {
    ...who,
    id: rng.uuid(),
    month_id: month.id,
    selected_days: days,
    ...storedPrices(priceDays(calendar, days)),
    status: REGISTRATION_STATUS,
    submitted_at,
    updated_at: submitted_at,
    agreed_at: submitted_at,
  }
  const isEdited = who.parent_id !== undefined && rng.happens(0.15)
  return isEdited ? edited(rng, month, calendar, registration, on, yesterday) : registration
}

const storedPrices = ({ feeCents, dayPrices }: PricedDays) => ({
  total_fee_cents: feeCents,
  day_prices: dayPrices && dayPricesToDollars(dayPrices),
})

/** The family removes one day and, if possible, adds another. */
function edited(
  rng: Rng,
  month: DemoMonth,
  calendar: MonthCalendar,
  registration: DemoSubmission,
  submittedOn: Day,
  yesterday: Day,
): DemoSubmission {
  const end = dayOf(month.year, month.monthIndex, daysInMonth(month.year, month.monthIndex))
  const latest = end < yesterday ? end : yesterday
  const on = dayBetween(rng, addDays(submittedOn, 1), latest)
  if (on === null || registration.selected_days.length < 2) return registration
  const remaining = registration.selected_days.slice(0, -1)
  const free = selectableDays(calendar, on).filter((n) => !registration.selected_days.includes(n))
  const edit = applyEdit(
    bookedDaysOf({ day_prices: null, ...registration, credits: {} }, registration.total_fee_cents),
    [],
    calendar,
    [...remaining, ...rng.sample(free, 1)],
    instantOn(rng, on),
  )
  return {
    ...registration,
    selected_days: edit.selectedDays,
    ...storedPrices(edit),
    is_edited: edit.isEdited,
    edit_history: edit.editHistory,
    original_selected_days: edit.originalSelectedDays,
    updated_at: edit.updatedAt,
    version: 2,
  }
}

/** The share of children who are registered: high for past and current months, growing for future ones. */
const shareOf = (monthsAhead: number) => (monthsAhead <= 0 ? 0.85 : monthsAhead === 1 ? 0.55 : 0.2)

/** The first family is registered up to now and has the coming months still to do. */
const shareOfFirst = (monthsAhead: number) => (monthsAhead <= 0 ? 1 : 0)

export function demoRegistrations(
  rng: Rng,
  families: readonly Family[],
  months: readonly DemoMonth[],
  today: Day,
): DemoSubmission[] {
  const { year, monthIndex } = getDayParts(today)
  const current = monthOrdinal(year, monthIndex)
  return months.flatMap((month) => {
    if (!month.is_active) return []
    const ahead = monthOrdinal(month.year, month.monthIndex) - current
    const ofFamilies = families.flatMap(({ parent, children }, index) =>
      children
        .filter(() => rng.happens(index === 0 ? shareOfFirst(ahead) : shareOf(ahead)))
        .map((child) => aRegistration(rng, month, today, { parent_id: parent.id, child_id: child.id })),
    )
    const ofGuests = GUESTS.slice(0, 2).map((guest) =>
      rng.happens(shareOf(ahead)) ? aRegistration(rng, month, today, guestFields(guest)) : null,
    )
    return [...ofFamilies, ...ofGuests].filter((submission) => submission !== null)
  })
}

type Guest = { parent: string; email: string; child: string; allergies: string | null }

export const guestFields = (guest: Guest) => ({
  guest_parent_name: guest.parent,
  guest_parent_email: guest.email,
  guest_child_name: guest.child,
  guest_child_allergies: guest.allergies,
})
