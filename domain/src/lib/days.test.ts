import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayInZone,
  dayOf,
  daysInMonth,
  getDayParts,
  isDay,
  isWeekend,
  minutesInZone,
  monthFromOrdinal,
  monthIndexOf,
  monthNameOf,
  monthOrdinal,
  parseDay,
  sortedDayNumbers,
  weekday,
} from './days'

const someDay = fc.integer({ min: 0, max: 365 * 60 }).map((count) => addDays('2000-01-01', count))

test.each([
  ['2025-11-20', { year: 2025, monthIndex: 10, dayOfMonth: 20 }],
  ['2028-02-29', { year: 2028, monthIndex: 1, dayOfMonth: 29 }],
  ['2025-02-29', null],
  ['2025-04-31', null],
  ['2025-13-01', null],
  ['2025-00-10', null],
  ['2025-10-00', null],
  ['0025-10-01', null],
  ['2025-1-1', null],
  ['2025-11-20T00:00:00Z', null],
  ['', null],
])('"%s" is parsed as %o', (text, parts) => {
  expect(parseDay(text)).toEqual(parts)
  expect(isDay(text)).toBe(parts !== null)
})

test('getting the parts of something that is not a day throws', () => {
  expect(() => getDayParts('2025-02-29')).toThrow(new RangeError('"2025-02-29" is not a day'))
  expect(() => monthNameOf(12)).toThrow(new RangeError('There is no month number 12'))
})

test.each([
  [2025, 1, 28],
  [2028, 1, 29],
  [2000, 1, 29],
  [2100, 1, 28],
  [2025, 3, 30],
  [2025, 11, 31],
])('in %i the month with index %i has %i days', (year, monthIndex, days) => {
  expect(daysInMonth(year, monthIndex)).toBe(days)
})

test.each([
  ['2025-11-20', 4],
  ['2025-11-22', 6],
  ['2025-11-23', 0],
  ['2028-02-29', 2],
  ['2026-03-08', 0],
  ['2026-11-01', 0],
])('%s falls on weekday %i', (day, number) => {
  expect(weekday(day)).toBe(number)
  expect(isWeekend(day)).toBe(number === 0 || number === 6)
})

test.each([
  ['2025-12-31', 1, '2026-01-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2026-03-07', 1, '2026-03-08'],
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-11-01', 1, '2026-11-02'],
  ['2026-04-05', 1, '2026-04-06'],
])('%s plus %i days is %s, also where clocks change', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected)
})

test('months later or earlier is the same day, or the last one of the month', () => {
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(addMonths('2026-10-31', 13)).toBe('2027-11-30')
  expect(addMonths('2026-11-10', 84)).toBe('2033-11-10')
  expect(addMonths('2024-02-29', -60)).toBe('2019-02-28')
})

describe('any day', () => {
  test('moved forward and back is the same day', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        expect(addDays(addDays(day, count), -count)).toBe(day)
      }),
    )
  })

  test('is the next weekday after the day before it', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        expect(weekday(addDays(day, 1))).toBe((weekday(day) + 1) % 7)
        expect(day < addDays(day, 1)).toBe(true)
      }),
    )
  })

  test('can be rebuilt from its parts', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        const { year, monthIndex, dayOfMonth } = getDayParts(day)
        expect(dayOf(year, monthIndex, dayOfMonth)).toBe(day)
        expect(monthFromOrdinal(monthOrdinal(year, monthIndex))).toEqual({ year, monthIndex })
      }),
    )
  })
})

test('only the twelve English names are months', () => {
  expect(monthIndexOf('January')).toBe(0)
  expect(monthIndexOf('December')).toBe(11)
  expect(monthIndexOf('Summer')).toBeNull()
  expect(monthIndexOf('january')).toBeNull()
})

test('chosen days are sorted and deduplicated', () => {
  expect(sortedDayNumbers([10, 3, 10, 4])).toEqual([3, 4, 10])
})

test.each([
  // Just before and after midnight in New York, in winter and in summer time.
  ['2026-01-15T04:59:59Z', 'America/New_York', '2026-01-14', 1439],
  ['2026-01-15T05:00:00Z', 'America/New_York', '2026-01-15', 0],
  ['2026-07-15T03:59:59Z', 'America/New_York', '2026-07-14', 1439],
  ['2026-07-15T04:00:00Z', 'America/New_York', '2026-07-15', 0],
  // 12:00 on the days when the clocks go forward and back.
  ['2026-03-08T16:00:00Z', 'America/New_York', '2026-03-08', 720],
  ['2026-11-01T17:00:00Z', 'America/New_York', '2026-11-01', 720],
  ['2026-11-15T11:30:00Z', 'Pacific/Auckland', '2026-11-16', 30],
  ['2026-12-31T23:30:00Z', 'UTC', '2026-12-31', 1410],
])('at %s a clock in %s shows %s and %i minutes', (instant, zone, day, minutes) => {
  expect(dayInZone(new Date(instant), zone)).toBe(day)
  expect(minutesInZone(new Date(instant), zone)).toBe(minutes)
})
