import { describe, expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import type { MonthCalendar } from '../months/months'
import { mayWatch, openedSeats, type WatchedMonth, watchError } from './seat-watches'

const today = '2026-12-01'
/** Ten seats, all taken on Friday the 4th. */
const full = aMonth('December 2026', { seating: { seats: 10, daySeats: {}, taken: { 4: 10 } } })
const offered = (calendar: MonthCalendar) => ({ calendar, isOffered: true })
const openedOnTheFourth = (before: WatchedMonth, after: WatchedMonth) =>
  openedSeats(before, after, today).find(({ n }) => n === 4)?.opened ?? 0

/** The month after what staff or a family did, by the text in the table. */
const AFTER: Record<string, MonthCalendar> = {
  'one child gives up the day': { ...full, seating: { ...full.seating, taken: { 4: 9 } } },
  'two children give up the day': { ...full, seating: { ...full.seating, taken: { 4: 8 } } },
  'seats rise to 13': { ...full, seating: { ...full.seating, seats: 13 } },
  'the day gets 11 seats of its own': { ...full, seating: { ...full.seating, daySeats: { 4: 11 } } },
  'seats fall to 8': { ...full, seating: { ...full.seating, seats: 8 } },
  'the limit goes': { ...full, seating: { seats: null, daySeats: {}, taken: {} } },
  'the day is closed': { ...full, closedDays: [4], seating: { ...full.seating, taken: { 4: 9 } } },
  'another day is given up': full,
}

describe('seats that open', () => {
  test.each(rulesTable('seats.md', 'Seats that open'))('$name', (row) => {
    const after = AFTER[row.text('what happens')]
    if (!after) throw new Error(`Nothing is known of "${row.text('what happens')}"`)
    const text = row.text('notified')
    const notified = text === 'everybody' ? Number.POSITIVE_INFINITY : Number(text)
    expect(openedOnTheFourth(offered(full), offered(after))).toBe(notified)
  })

  test('a reopened day opens its free seats, the same as when its month is published again', () => {
    const free = { ...full, seating: { ...full.seating, taken: { 4: 7 } } }
    const closed = { ...free, closedDays: [4] }
    expect(openedSeats(offered(closed), offered(free), today)).toEqual([{ n: 4, opened: 3 }])
    expect(openedOnTheFourth({ calendar: free, isOffered: false }, offered(free))).toBe(3)
  })

  test('nothing opens on a day that has begun or passed, or in a draft', () => {
    const after = { ...full, seating: { ...full.seating, taken: { 4: 9 } } }
    for (const day of ['2026-12-04', '2026-12-05']) {
      expect(openedSeats(offered(full), offered(after), day)).toEqual([])
    }
    expect(openedSeats(offered(full), { calendar: after, isOffered: false }, today)).toEqual([])
  })

  test('only a full day that is still ahead in an offered month can be watched', () => {
    expect(mayWatch(offered(full), 4, today)).toBe(true)
    expect(mayWatch(offered(full), 4, '2026-12-04')).toBe(false)
    expect(mayWatch(offered(full), 7, today)).toBe(false)
    expect(mayWatch(offered(full), 5, today)).toBe(false)
    expect(mayWatch(offered(full), 32, today)).toBe(false)
    expect(mayWatch(offered({ ...full, closedDays: [4] }), 4, today)).toBe(false)
    expect(mayWatch({ calendar: full, isOffered: false }, 4, today)).toBe(false)
    expect(watchError(full, 32).message).toBe('December 2026 has no day 32.')
    expect(watchError(full, 7).message).toBe("Monday, December 7 isn't full, so there's no seat to wait for.")
  })
})
