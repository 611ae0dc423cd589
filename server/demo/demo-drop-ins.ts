import { DEFAULT_PICKUP_SETTINGS } from '@aftercare/domain/board/pickup-times'
import { hasAllergies } from '@aftercare/domain/children/allergies'
import { dropInAvailability } from '@aftercare/domain/drop-ins/drop-in-dates'
import { addDays, type Day, getDayParts, utcMidnight } from '@aftercare/domain/lib/days'
import { DROP_IN_STATUS } from '@aftercare/domain/lib/enums'
import { NO_SEATING } from '@aftercare/domain/months/seats'
import { DEFAULT_DROP_IN_PRICES } from '@aftercare/domain/pricing/drop-in-prices'
import { dropInNotes } from '@aftercare/domain/submissions/submissions'
import type { ChildRow, ProfileRow } from '../src/db/tables'
import type { Family } from './demo-families'
import type { DemoMonth } from './demo-months'
import { GUESTS } from './demo-names'
import { type DemoSubmission, guestFields } from './demo-submissions'
import type { Rng } from './rng'

function isOpen(months: readonly DemoMonth[], day: Day): boolean {
  const { year, monthIndex } = getDayParts(day)
  const month = months.find((m) => m.year === year && m.monthIndex === monthIndex)
  const morning = { now: utcMidnight(day), timeZone: 'UTC', pickup: DEFAULT_PICKUP_SETTINGS }
  return dropInAvailability(month ? { ...month, seating: NO_SEATING } : null, day, morning) === 'available'
}

/** The first days with aftercare from `day` on, forwards or backwards. */
export function openDays(months: readonly DemoMonth[], day: Day, step: 1 | -1, count: number): Day[] {
  const found: Day[] = []
  for (let offset = 0; offset < 60 && found.length < count; offset += 1) {
    const date = addDays(day, offset * step)
    if (isOpen(months, date)) found.push(date)
  }
  return found
}

const aDropIn = (rng: Rng, day: Day, submitted_at: string) => ({
  id: rng.uuid(),
  month_id: null,
  selected_days: [getDayParts(day).dayOfMonth],
  dropin_date: day,
  status: DROP_IN_STATUS,
  submitted_at,
  updated_at: submitted_at,
})

type FamilyChild = { parent: ProfileRow; child: ChildRow }

/** As the child's family requests it. */
export const dropInOf = (rng: Rng, day: Day, at: string, { parent, child }: FamilyChild): DemoSubmission => ({
  ...aDropIn(rng, day, at),
  parent_id: parent.id,
  child_id: child.id,
  total_fee_cents: DEFAULT_DROP_IN_PRICES.familyCents,
  guest_parent_name: parent.full_name,
  guest_parent_email: parent.email,
  guest_child_name: child.name,
  guest_child_allergies: child.allergies,
  guest_child_notes: dropInNotes(day, null),
  agreed_at: at,
})

/** Whether a child has the day already. */
export function bookedOn(day: Day, booked: readonly DemoSubmission[], months: readonly DemoMonth[]) {
  const { year, monthIndex, dayOfMonth } = getDayParts(day)
  const month = months.find((each) => each.year === year && each.monthIndex === monthIndex)
  return ({ id }: { id: string }) =>
    booked.some(
      ({ child_id, dropin_date, month_id, selected_days }) =>
        child_id === id &&
        (dropin_date === day || (month_id === month?.id && selected_days.includes(dayOfMonth))),
    )
}

/**
 * Two parents who did not sign in left out the allergy that is on file. The first booked a day that the child has
 * already, so that "Same child" is refused; the other child can be linked.
 */
export function demoKnownGuests(
  rng: Rng,
  families: readonly Family[],
  booked: readonly DemoSubmission[],
  months: readonly DemoMonth[],
  { today, now }: { now: Date; today: Day },
): DemoSubmission[] {
  const [day = today] = openDays(months, today, 1, 1)
  const isBooked = bookedOn(day, booked, months)
  const others = families.slice(1).filter(({ parent }) => parent.status === 'active')
  const allergic = others
    .flatMap(({ parent, children }) => children.map((child) => ({ parent, child })))
    .filter(({ child }) => hasAllergies(child.allergies))
  const known = [
    allergic.find(({ child }) => isBooked(child)),
    allergic.find(({ child }) => !isBooked(child)),
  ].filter((each) => each !== undefined)
  const at = new Date(now.getTime() - 35 * 60_000).toISOString()
  return known.map(({ parent, child }) => ({
    ...aDropIn(rng, day, at),
    ...guestFields({
      parent: parent.full_name,
      email: parent.email,
      child: child.name.toLowerCase(),
      allergies: null,
    }),
    total_fee_cents: DEFAULT_DROP_IN_PRICES.familyCents,
    guest_child_notes: dropInNotes(day, null),
    agreed_at: at,
  }))
}

/** Four for today (on a day without aftercare, for the next one with it) and one for each of the last ten days. */
export function demoDropIns(
  rng: Rng,
  families: readonly Family[],
  months: readonly DemoMonth[],
  clock: { now: Date; today: Day },
): DemoSubmission[] {
  const minutesAgo = (minutes: number) => new Date(clock.now.getTime() - minutes * 60_000).toISOString()
  const base = (day: Day, submitted_at: string) => aDropIn(rng, day, submitted_at)
  const ofParent = (day: Day, at: string, { parent, children }: Family): DemoSubmission => ({
    ...dropInOf(rng, day, at, { parent, child: rng.pick(children) }),
    guest_child_notes: dropInNotes(day, rng.happens(0.4) ? 'Late meeting, pick-up at 5:15' : null),
  })
  const ofGuest = (day: Day, at: string, guest: (typeof GUESTS)[number]): DemoSubmission => ({
    ...base(day, at),
    ...guestFields(guest),
    total_fee_cents: DEFAULT_DROP_IN_PRICES.familyCents,
    guest_child_notes: dropInNotes(day, null),
    agreed_at: at,
  })
  const byStaff = (day: Day, at: string, guest: (typeof GUESTS)[number]): DemoSubmission => ({
    ...base(day, at),
    ...guestFields(guest),
    total_fee_cents: DEFAULT_DROP_IN_PRICES.staffCents,
    guest_parent_phone: `(555) 010-${rng.between(1000, 9999)}`,
    dismissal_type: rng.pick(['regular', 'noon', 'early']),
  })

  const [day = clock.today] = openDays(months, clock.today, 1, 1)
  const others = families.slice(1).filter(({ parent }) => parent.status === 'active')
  const [first, second, ...rest] = rng.sample(others, 12)
  const forToday = [
    ...(first ? [ofParent(day, minutesAgo(20), first)] : []),
    ...(second ? [ofParent(day, minutesAgo(55), second)] : []),
    ofGuest(day, minutesAgo(90), GUESTS[0]),
    byStaff(day, minutesAgo(130), GUESTS[3]),
  ]
  const earlier = openDays(months, addDays(clock.today, -1), -1, 10).map((past, index) => {
    const at = `${past}T14:${rng.between(10, 59)}:00Z`
    const family = rest[index]
    if (index % 3 === 0) return byStaff(past, at, rng.pick(GUESTS))
    return family && index % 3 === 1 ? ofParent(past, at, family) : ofGuest(past, at, rng.pick(GUESTS))
  })
  return [...forToday, ...earlier]
}
