import { expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import {
  daysOverSeats,
  mayRetypeDay,
  retypeDay,
  setDaySeats,
  setSeats,
  toggleClosedDay,
} from './month-editing'
import { dayType, mayLockDay, normaliseMonthDays } from './months'

const october = aMonth('October 2025')

test('clicking a weekday gives it the chosen type', () => {
  expect(dayType(retypeDay(october, 6, 'early'), 6)).toBe('early')
  expect(retypeDay(october, 6, 'noon').specialDays).toEqual([6])
})

test('a weekend or a day outside the month cannot be retyped', () => {
  expect(mayRetypeDay(october, 4)).toBe(false)
  expect(mayRetypeDay(october, 32)).toBe(false)
  expect(retypeDay(october, 4, 'regular')).toBe(october)
})

test('a day can be closed and reopened', () => {
  const closed = toggleClosedDay(toggleClosedDay(october, 10), 6)
  expect(closed.closedDays).toEqual([6, 10])
  expect(toggleClosedDay(closed, 10).closedDays).toEqual([6])
})

test('days that nobody can choose cannot be closed', () => {
  const month = aMonth('October 2025', { dayTypes: { 6: 'no_school', 7: 'unavailable' } })
  for (const n of [4, 6, 7]) {
    expect(mayLockDay(month, n)).toBe(false)
    expect(toggleClosedDay(month, n)).toBe(month)
  }
  expect(mayLockDay(month, 8)).toBe(true)
})

test.each(['unavailable', 'no_school'] as const)('a locked day retyped to %s loses its lock', (type) => {
  const locked = aMonth('October 2025', { closedDays: [6, 7] })
  expect(retypeDay(locked, 6, type).closedDays).toEqual([7])
  expect(retypeDay(locked, 6, 'noon').closedDays).toEqual([6, 7])
})

test('a month differs only after a change that would be saved', () => {
  const saved = normaliseMonthDays(october)
  expect(normaliseMonthDays(aMonth('October 2025', { dayTypes: { 6: 'regular' } }))).toEqual(saved)
  expect(normaliseMonthDays(retypeDay(october, 6, 'early'))).not.toEqual(saved)
  expect(normaliseMonthDays(toggleClosedDay(october, 6))).not.toEqual(saved)
})

test('seats of the month and of single days can be set and undone', () => {
  const limited = setDaySeats(setSeats(october, 30), 6, 12)
  expect(limited.seating).toMatchObject({ seats: 30, daySeats: { 6: 12 } })
  expect(setSeats(setDaySeats(limited, 6, null), null)).toEqual(october)
})

test('lists the days with more children than seats', () => {
  const seating = { seats: 2, daySeats: { 7: 5 }, taken: { 6: 3, 7: 3, 8: 2 } }
  expect(daysOverSeats(aMonth('October 2025', { seating }))).toEqual([6])
})
