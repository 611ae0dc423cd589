import { type Day, getDayParts, monthOrdinal } from '@aftercare/domain/lib/days'
import { DEMO_ACCOUNTS } from './demo-families'
import type { DemoMonth } from './demo-months'
import { aRegistration, type DemoSubmission } from './demo-submissions'
import type { Rng } from './rng'

const ROBIN = {
  guest_parent_name: DEMO_ACCOUNTS.newParent.full_name,
  guest_parent_email: DEMO_ACCOUNTS.newParent.email,
  guest_child_name: 'Luca Castellano',
  guest_child_allergies: 'Bee stings',
}

/**
 * The new parent was a guest before: last month's and this month's registrations can be claimed. The first was agreed by
 * phone.
 */
export function demoGuestsBefore(rng: Rng, months: readonly DemoMonth[], today: Day): DemoSubmission[] {
  const { year, monthIndex } = getDayParts(today)
  const current = monthOrdinal(year, monthIndex)
  return months
    .filter((month) => month.is_active)
    .filter((month) => [0, -1].includes(monthOrdinal(month.year, month.monthIndex) - current))
    .map((month) => aRegistration(rng, month, today, ROBIN))
    .filter((registration) => registration !== null)
    .map((registration, index) =>
      index === 0 ? { ...registration, entered_by: DEMO_ACCOUNTS.admin.full_name } : registration,
    )
}
