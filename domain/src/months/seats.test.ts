import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { DEFAULT_PICKUP_SETTINGS } from '../board/pickup-times'
import { dropInAvailability } from '../drop-ins/drop-in-dates'
import { sortedDayNumbers } from '../lib/days'
import { checkSelectedDays, dayState, selectableDays } from './availability'
import {
  countTaken,
  freeSeats,
  isFull,
  isLimited,
  isOverSeats,
  NO_SEATING,
  type SeatBooking,
  type Seating,
  seatsLeftLabel,
  seatsRule,
  seatsTakenLabel,
} from './seats'

const numberOrNull = (text: string) => (text === 'none' ? null : Number(text))
const textOrNull = (text: string) => (text === 'none' ? null : text)

describe('the seats of a day', () => {
  test.each(rulesTable('seats.md', 'Seats of a day'))('$name', (row) => {
    const own = numberOrNull(row.text('own'))
    const seating: Seating = {
      seats: numberOrNull(row.text('month')),
      daySeats: own === null ? {} : { 4: own },
      taken: { 4: Number(row.text('taken')) },
    }
    expect(freeSeats(seating, 4)).toBe(numberOrNull(row.text('free')))
    expect(isFull(seating, 4)).toBe(row.yes('full'))
    expect(isOverSeats(seating, 4)).toBe(row.yes('over'))
    expect(seatsLeftLabel(freeSeats(seating, 4))).toBe(textOrNull(row.text('parents read')))
    expect(seatsTakenLabel(seating, 4)).toBe(textOrNull(row.text('staff read')))
  })

  test('a month is limited once it or one of its days has seats', () => {
    expect(isLimited(NO_SEATING)).toBe(false)
    expect(isLimited({ ...NO_SEATING, seats: 30 })).toBe(true)
    expect(isLimited({ ...NO_SEATING, daySeats: { 4: 10 } })).toBe(true)
  })

  test('free seats are never negative, and giving up a day restores the count', () => {
    const holder = fc.record({
      id: fc.uuid(),
      childId: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
      days: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
    })
    fc.assert(
      fc.property(fc.array(holder), holder, fc.integer({ min: 1, max: 6 }), (others, one, seats) => {
        const taken = countTaken(others)
        const withOne = countTaken([...others, one])
        for (const n of [1, 2, 3, 4, 5]) {
          expect(freeSeats({ seats, daySeats: {}, taken: withOne }, n)).toBeGreaterThanOrEqual(0)
          expect((withOne[n] ?? 0) - (taken[n] ?? 0)).toBeLessThanOrEqual(one.days.includes(n) ? 1 : 0)
        }
        expect(countTaken([...others, { ...one, days: [] }])).toEqual(taken)
      }),
    )
  })
})

describe('who takes a seat', () => {
  test.each(rulesTable('seats.md', 'Who takes a seat'))('$name', (row) => {
    const text = row.text('submissions')
    const bookings: SeatBooking[] = text === 'none' ? [] : text.split(', ').map(bookingOf)
    expect(countTaken(bookings)[4] ?? 0).toBe(Number(row.text('taken')))
  })
})

function bookingOf(text: string, index: number): SeatBooking {
  const child = text.split(' ')[1] ?? 'guest'
  return { id: `submission ${index}`, childId: child === 'guest' ? null : child, days: [4] }
}

const december = aMonth('December 2026', {
  seating: { seats: 10, daySeats: {}, taken: { 4: 10, 7: 9, 8: 8 } },
})
const today = '2026-12-01'

describe('a day and the children chosen', () => {
  test.each(rulesTable('seats.md', 'Choosing for several children'))('$name', (row) => {
    const n = Number(row.text('day'))
    const needs = { originalDays: row.yes('booked') ? [n] : [], children: Number(row.text('children')) }
    const { reason, selectable } = dayState(december, n, today, needs)
    expect(reason).toBe(row.text('reason'))
    expect(selectable).toBe(reason === 'selectable')
    // A day that can be chosen is never rejected for lack of seats.
    expect(checkSelectedDays(december, [n], today, needs)).toHaveLength(selectable ? 0 : 1)
    expect(selectableDays(december, today, needs).includes(n)).toBe(selectable)
  })
})

describe('a full day', () => {
  test.each(rulesTable('seats.md', 'Too few seats'))('$name', (row) => {
    const errors = checkSelectedDays(december, row.days('days'), today, {
      originalDays: row.days('booked'),
      children: Number(row.text('children')),
    })
    const expected = row.text('result')
    expect(errors.map(({ message }) => message).join(' ')).toBe(expected === 'available' ? '' : expected)
  })

  test('is not offered, and says so, unless it is booked or closed', () => {
    expect(dayState(december, 4, today)).toMatchObject({ reason: 'full', selectable: false, free: 0 })
    expect(dayState(december, 4, today, { originalDays: [4] })).toMatchObject({
      reason: 'selectable',
      original: true,
    })
    expect(dayState({ ...december, closedDays: [4] }, 4, today).reason).toBe('closed')
    expect(dayState(december, 7, today)).toMatchObject({ reason: 'selectable', free: 1 })
    expect(selectableDays(december, today)).not.toContain(4)
  })

  test('has no drop-ins either', () => {
    const month = { day_types: {}, closed_days: [], seating: december.seating }
    const moment = { now: new Date('2026-12-04T14:00Z'), timeZone: 'UTC', pickup: DEFAULT_PICKUP_SETTINGS }
    expect(dropInAvailability(month, '2026-12-04', moment)).toBe('full')
    expect(dropInAvailability(month, '2026-12-07', moment)).toBe('available')
  })

  test('has one error each, in the order requested', () => {
    const errors = checkSelectedDays(december, [4, 7, 9], today, { children: 2 })
    expect(sortedDayNumbers(errors.map(({ n }) => n))).toEqual([4, 7])
    expect(errors.map(({ reason }) => reason)).toEqual(['full', 'few_seats'])
  })
})

test.each([
  [null, true],
  [1, true],
  [500, true],
  [0, false],
  [501, false],
  [1.5, false],
])('%s seats per day can be set: %s', (seats, isValid) => {
  expect(seatsRule(seats)).toBe(isValid ? undefined : 'Please enter a whole number from 1 to 500')
})
