import type { Day } from '../lib/days'
import { type DayError, dayError, dayState } from '../months/availability'
import { dayNumbers, type MonthCalendar } from '../months/months'

/** Far more than a family needs, far fewer than would hurt. */
export const MAX_WATCHES = 100

export type WatchedMonth = { calendar: MonthCalendar; isOffered: boolean }

/** Only full days of a month on offer: a closed day has no seat to wait for. */
export function mayWatch({ calendar, isOffered }: WatchedMonth, n: number, today: Day): boolean {
  return isOffered && dayState(calendar, n, today).reason === 'full'
}

/** Why a day cannot be watched. */
export const watchError = (calendar: MonthCalendar, n: number): DayError => dayError(calendar, n, 'not_full')

/** Seats available on a day from tomorrow on: without a limit, more than anybody waits for. */
function seatsOnOffer({ calendar, isOffered }: WatchedMonth, n: number, today: Day): number {
  if (!isOffered) return 0
  const { selectable, free } = dayState(calendar, n, today)
  return selectable ? (free ?? Number.POSITIVE_INFINITY) : 0
}

/**
 * The days on which a change opened seats, and how many: that many families, longest waiting first, are notified.
 * Today, past days and months not on offer open none.
 */
export function openedSeats(
  before: WatchedMonth,
  after: WatchedMonth,
  today: Day,
): { n: number; opened: number }[] {
  return dayNumbers(after.calendar).flatMap((n) => {
    const opened = seatsOnOffer(after, n, today) - seatsOnOffer(before, n, today)
    return opened > 0 ? [{ n, opened }] : []
  })
}
