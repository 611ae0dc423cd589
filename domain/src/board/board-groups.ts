import { type Day, dayInZone, minutesInZone } from '../lib/days'
import { minutesOf, type TimeOfDay } from '../lib/time-of-day'
import type { DayType } from '../months/months'
import { type AttendanceMark, type ChildState, childState } from './board'
import type { BoardCard } from './board-cards'

/** Before the pick-up time, the board counts down this many minutes. */
const COUNTDOWN_MINUTES = 10

type PickupMoment = { day: Day; pickupTime: TimeOfDay; now: Date; timeZone: string }

/**
 * Whole minutes until the day's pick-up time on the programme's clock, negative after it; null on any other day. 5:30
 * is on time whatever the seconds, as for a recorded pick-up.
 */
export function minutesToPickup({ day, pickupTime, now, timeZone }: PickupMoment): number | null {
  if (dayInZone(now, timeZone) !== day) return null
  return minutesOf(pickupTime) - minutesInZone(now, timeZone)
}

/** "9 min left"; null before the last ten minutes, after the pick-up time and on other days. */
export function countdownLabel(minutesLeft: number | null): string | null {
  if (minutesLeft === null || minutesLeft < 0 || minutesLeft > COUNTDOWN_MINUTES) return null
  return minutesLeft === 0 ? 'now' : `${minutesLeft} min left`
}

/** How late a child who is still here is by now. */
export function overdueMinutes(mark: AttendanceMark | null, minutesLeft: number | null): number {
  return minutesLeft !== null && childState(mark) === 'here' ? Math.max(0, -minutesLeft) : 0
}

export type GroupedCard = Pick<BoardCard, 'submission_id' | 'dismissal' | 'mark'>

/** `present`: Expected or Here, by dismissal. */
export type BoardGroup<Card> =
  | { kind: 'late' | 'gone' | 'not_coming'; cards: Card[] }
  | { kind: 'present'; dismissal: DayType; cards: Card[] }

/**
 * The groups from top to bottom: who is overdue, then who is expected or here, then who has left and who is not coming.
 * Within a group the order of the cards stays, so that a child is found in the same place before and after it arrives.
 */
export function boardGroups<Card extends GroupedCard>(
  cards: readonly Card[],
  minutesLeft: number | null,
): BoardGroup<Card>[] {
  const late: Card[] = []
  const present = new Map<DayType, Card[]>()
  const absent: Record<Extract<ChildState, 'gone' | 'not_coming'>, Card[]> = { gone: [], not_coming: [] }
  for (const card of cards) {
    const state = childState(card.mark)
    if (overdueMinutes(card.mark, minutesLeft) > 0) late.push(card)
    else if (state === 'gone' || state === 'not_coming') absent[state].push(card)
    else present.set(card.dismissal, [...(present.get(card.dismissal) ?? []), card])
  }
  const groups: BoardGroup<Card>[] = [
    { kind: 'late', cards: late },
    ...[...present].map(([dismissal, members]) => ({ kind: 'present' as const, dismissal, cards: members })),
    { kind: 'gone', cards: absent.gone },
    { kind: 'not_coming', cards: absent.not_coming },
  ]
  return groups.filter((group) => group.cards.length > 0)
}
