import { type Day, dayInZone, minutesInZone } from '../lib/days'
import { minutesOf, type TimeOfDay } from '../lib/time-of-day'
import { type DayType, isOpenType } from '../months/months'
import { type AttendanceMark, type ChildState, childState } from './board'
import type { BoardCard } from './board-cards'

/** Before the pick-up time, the board counts down this many minutes. */
const COUNTDOWN_MINUTES = 10

/** A child who is still expected this long after aftercare began has not arrived. */
const ARRIVAL_MINUTES = 20

/** What decides who is late and who has not arrived. */
export type BoardMoment = {
  /** Minutes since midnight on the programme's clock; null on any day but today. */
  minute: number | null
  pickupTime: TimeOfDay
  isCancelled: boolean
}

/** Whatever the seconds: 5:30 is on time, as for a recorded pick-up. */
export const minuteOfDay = (day: Day, now: Date, timeZone: string): number | null =>
  dayInZone(now, timeZone) === day ? minutesInZone(now, timeZone) : null

/** "9 min left"; null before the last ten minutes, after the pick-up time and on other days. */
export function countdownLabel({ minute, pickupTime }: BoardMoment): string | null {
  if (minute === null) return null
  const left = minutesOf(pickupTime) - minute
  if (left < 0 || left > COUNTDOWN_MINUTES) return null
  return left === 0 ? 'now' : `${left} min left`
}

/** How late a child who is still here is now. */
export function overdueMinutes(
  mark: AttendanceMark | null,
  { minute, pickupTime }: Pick<BoardMoment, 'minute' | 'pickupTime'>,
): number {
  return minute !== null && childState(mark) === 'here' ? Math.max(0, minute - minutesOf(pickupTime)) : 0
}

export type GroupedCard = Pick<BoardCard, 'submission_id' | 'dismissal' | 'mark'> & {
  /** When aftercare begins for the child. */
  dismissal_time: TimeOfDay
}

export const NOT_ARRIVED_LABEL = 'Not arrived'

/** Nobody comes to aftercare that is cancelled, or on a day that has none any more. */
export function isNotArrived(
  { mark, dismissal, dismissal_time }: Omit<GroupedCard, 'submission_id'>,
  { minute, isCancelled }: Pick<BoardMoment, 'minute' | 'isCancelled'>,
): boolean {
  if (minute === null || isCancelled || !isOpenType(dismissal)) return false
  return childState(mark) === 'expected' && minute >= minutesOf(dismissal_time) + ARRIVAL_MINUTES
}

/** `present`: Expected or Here, by dismissal. */
export type BoardGroup<Card> =
  | { kind: 'late' | 'not_arrived' | 'gone' | 'not_coming'; cards: Card[] }
  | { kind: 'present'; dismissal: DayType; cards: Card[] }

/**
 * The groups from top to bottom: who is overdue, who has not arrived, then who is expected or here, then who has left
 * and who is not coming. Within a group the order of the cards stays, so that a child is found in the same place before
 * and after it arrives.
 */
export function boardGroups<Card extends GroupedCard>(
  cards: readonly Card[],
  moment: BoardMoment,
): BoardGroup<Card>[] {
  const late: Card[] = []
  const notArrived: Card[] = []
  const present = new Map<DayType, Card[]>()
  const absent: Record<Extract<ChildState, 'gone' | 'not_coming'>, Card[]> = { gone: [], not_coming: [] }
  for (const card of cards) {
    const state = childState(card.mark)
    if (overdueMinutes(card.mark, moment) > 0) late.push(card)
    else if (isNotArrived(card, moment)) notArrived.push(card)
    else if (state === 'gone' || state === 'not_coming') absent[state].push(card)
    else present.set(card.dismissal, [...(present.get(card.dismissal) ?? []), card])
  }
  const groups: BoardGroup<Card>[] = [
    { kind: 'late', cards: late },
    { kind: 'not_arrived', cards: notArrived },
    ...[...present].map(([dismissal, members]) => ({ kind: 'present' as const, dismissal, cards: members })),
    { kind: 'gone', cards: absent.gone },
    { kind: 'not_coming', cards: absent.not_coming },
  ]
  return groups.filter((group) => group.cards.length > 0)
}
