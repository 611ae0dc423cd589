import { decide, waitForApproval } from '@aftercare/domain/drop-ins/approvals'
import { addDays, type Day } from '@aftercare/domain/lib/days'
import { DEFAULT_DROP_IN_PRICES } from '@aftercare/domain/pricing/drop-in-prices'
import { bookedOn, dropInOf, openDays } from './demo-drop-ins'
import type { Family } from './demo-families'
import type { DemoMonth } from './demo-months'
import type { DemoSubmission } from './demo-submissions'
import type { Rng } from './rng'

/**
 * For the next day with aftercare: siblings who come, and a request from the time when drop-ins needed approval that
 * still waits. One for an earlier day was declined.
 */
export function demoRequests(
  rng: Rng,
  families: readonly Family[],
  booked: readonly DemoSubmission[],
  months: readonly DemoMonth[],
  { today, now }: { now: Date; today: Day },
): DemoSubmission[] {
  const [coming = today] = openDays(months, addDays(today, 1), 1, 1)
  const [earlier = today] = openDays(months, addDays(today, -1), -1, 1)
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const freeOn = (day: Day, count: number) => {
    const isBooked = bookedOn(day, booked, months)
    return families
      .filter(({ parent }) => parent.status === 'active')
      .map(({ parent, children }) =>
        children.filter((child) => !isBooked(child)).map((child) => ({ parent, child })),
      )
      .filter((free) => free.length >= count)
  }
  const [siblings = []] = freeOn(coming, 2)
  const isOther = ([first]: typeof siblings) => first?.parent.id !== siblings[0]?.parent.id
  const [waiting = []] = freeOn(coming, 1).filter(isOther)
  const [declined = []] = freeOn(earlier, 1).filter(isOther)
  const requested = waitForApproval(DEFAULT_DROP_IN_PRICES.familyCents)
  const answer = {
    decided_at: `${earlier}T15:20:00Z`,
    message: 'We are one teacher short this afternoon. Please ask again next week.',
  }
  return [
    ...siblings.slice(0, 2).map((each) => dropInOf(rng, coming, minutesAgo(25), each)),
    ...waiting.slice(0, 1).map((each) => ({ ...dropInOf(rng, coming, minutesAgo(15), each), ...requested })),
    ...declined.slice(0, 1).map((each) => ({
      ...dropInOf(rng, earlier, `${earlier}T13:05:00Z`, each),
      ...(requested.approval && decide('decline', requested.approval, answer)),
      updated_at: answer.decided_at,
      version: 2,
    })),
  ]
}
