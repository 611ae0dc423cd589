import { expect, test } from 'vitest'
import {
  formatDateTime,
  formatInstantDate,
  formatLongDate,
  formatMonth,
  formatMonthOfDay,
  formatShortDate,
  formatWeekdayDate,
} from './dates-format'

test.each([
  ['2025-11-20', 'Thursday, November 20, 2025', 'Thursday, November 20', 'Nov 20, 2025'],
  ['2026-01-01', 'Thursday, January 1, 2026', 'Thursday, January 1', 'Jan 1, 2026'],
  ['2028-02-29', 'Tuesday, February 29, 2028', 'Tuesday, February 29', 'Feb 29, 2028'],
])('%s is formatted as in the US', (day, long, weekday, short) => {
  expect(formatLongDate(day)).toBe(long)
  expect(formatWeekdayDate(day)).toBe(weekday)
  expect(formatShortDate(day)).toBe(short)
})

test.each([
  ['2026-11-12T20:05:00Z', 'America/New_York', 'Nov 12, 2026, 3:05 PM', 'Nov 12, 2026'],
  ['2026-07-12T16:05:00Z', 'America/New_York', 'Jul 12, 2026, 12:05 PM', 'Jul 12, 2026'],
  ['2026-11-13T04:30:00Z', 'America/New_York', 'Nov 12, 2026, 11:30 PM', 'Nov 12, 2026'],
  ['2026-11-13T05:00:00Z', 'America/New_York', 'Nov 13, 2026, 12:00 AM', 'Nov 13, 2026'],
])('%s in %s is %s', (instant, zone, dateTime, date) => {
  expect(formatDateTime(instant, zone)).toBe(dateTime)
  expect(formatDateTime(new Date(instant), zone)).toBe(dateTime)
  expect(formatInstantDate(instant, zone)).toBe(date)
})

test('a month is shown with its year, even if its name is not recognised', () => {
  expect(formatMonth('October', 2025)).toBe('October 2025')
  expect(formatMonth('Summer', 2026)).toBe('Summer 2026')
  expect(formatMonthOfDay('2025-10-31')).toBe('October 2025')
})
