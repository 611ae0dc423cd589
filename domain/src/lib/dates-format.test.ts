import { expect, test } from 'vitest'
import {
  formatDayOfMonth,
  formatLongDate,
  formatMonth,
  formatMonthName,
  formatMonthOfDay,
  formatShortDate,
  formatWeekdayDate,
  weekdayName,
  weekdayShort,
} from './dates-format'
import { MONTH_NAMES } from './days'
import { formatDateTime, formatInstantDate } from './instants-format'

test.each([
  ['2025-11-20', 'Thursday, November 20, 2025', 'Thursday, November 20', 'November 20', 'Nov 20, 2025'],
  ['2026-01-01', 'Thursday, January 1, 2026', 'Thursday, January 1', 'January 1', 'Jan 1, 2026'],
  ['2028-02-29', 'Tuesday, February 29, 2028', 'Tuesday, February 29', 'February 29', 'Feb 29, 2028'],
])('%s is formatted as in the US', (day, long, weekday, dayOfMonth, short) => {
  expect(formatLongDate(day)).toBe(long)
  expect(formatWeekdayDate(day)).toBe(weekday)
  expect(formatDayOfMonth(day)).toBe(dayOfMonth)
  expect(formatShortDate(day)).toBe(short)
})

test.each([
  [
    '2026-12-04',
    'viernes, 4 de diciembre de 2026',
    'viernes, 4 de diciembre',
    '4 de diciembre',
    '4 dic 2026',
  ],
  ['2026-01-01', 'jueves, 1 de enero de 2026', 'jueves, 1 de enero', '1 de enero', '1 ene 2026'],
  ['2028-02-29', 'martes, 29 de febrero de 2028', 'martes, 29 de febrero', '29 de febrero', '29 feb 2028'],
])('%s is formatted in Spanish', (day, long, weekday, dayOfMonth, short) => {
  expect(formatLongDate(day, 'es')).toBe(long)
  expect(formatWeekdayDate(day, 'es')).toBe(weekday)
  expect(formatDayOfMonth(day, 'es')).toBe(dayOfMonth)
  expect(formatShortDate(day, 'es')).toBe(short)
})

test.each([
  [
    '2026-11-12T20:05:00Z',
    'America/New_York',
    'Nov 12, 2026, 3:05 PM',
    'Nov 12, 2026',
    '12 nov 2026, 3:05 p.m.',
  ],
  [
    '2026-07-12T16:05:00Z',
    'America/New_York',
    'Jul 12, 2026, 12:05 PM',
    'Jul 12, 2026',
    '12 jul 2026, 12:05 p.m.',
  ],
  [
    '2026-11-13T04:30:00Z',
    'America/New_York',
    'Nov 12, 2026, 11:30 PM',
    'Nov 12, 2026',
    '12 nov 2026, 11:30 p.m.',
  ],
  [
    '2026-11-13T05:00:00Z',
    'America/New_York',
    'Nov 13, 2026, 12:00 AM',
    'Nov 13, 2026',
    '13 nov 2026, 12:00 a.m.',
  ],
])('%s in %s is %s', (instant, zone, dateTime, date, inSpanish) => {
  expect(formatDateTime(instant, zone)).toBe(dateTime)
  expect(formatDateTime(new Date(instant), zone)).toBe(dateTime)
  expect(formatInstantDate(instant, zone)).toBe(date)
  expect(formatDateTime(instant, zone, 'es')).toBe(inSpanish)
  expect(formatInstantDate(instant, zone, 'es')).toBe(inSpanish.split(',')[0])
})

test('a month is shown with its year, even if its name is not recognised', () => {
  expect(formatMonth('October', 2025)).toBe('October 2025')
  expect(formatMonth('Summer', 2026)).toBe('Summer 2026')
  expect(formatMonthOfDay('2025-10-31')).toBe('October 2025')
  expect(formatMonth('October', 2026, 'es')).toBe('octubre de 2026')
  expect(formatMonth('Summer', 2026, 'es')).toBe('Summer 2026')
  expect(formatMonthOfDay('2025-10-31', 'es')).toBe('octubre de 2025')
})

test('stored month names are English, shown ones are not', () => {
  expect(MONTH_NAMES.map((name) => formatMonthName(name))).toEqual(MONTH_NAMES)
  expect(MONTH_NAMES.map((name) => formatMonthName(name, 'es')).join(' ')).toBe(
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  )
  expect(formatMonthName('Summer', 'es')).toBe('Summer')
})

test.each([
  ['en', 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday', 'Sun Mon Tue Wed Thu Fri Sat'],
  ['es', 'domingo lunes martes miércoles jueves viernes sábado', 'dom lun mar mié jue vie sáb'],
] as const)('the weekdays in %s', (language, names, short) => {
  const week = [0, 1, 2, 3, 4, 5, 6]
  expect(week.map((weekday) => weekdayName(weekday, language)).join(' ')).toBe(names)
  expect(week.map((weekday) => weekdayShort(weekday, language)).join(' ')).toBe(short)
})
