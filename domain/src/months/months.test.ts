import { describe, expect, test } from 'vitest'
import { aMonth, monthNamed, YEARS_OF_MONTHS } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { dayOf, isWeekend, MONTH_NAMES, monthIndexOf } from '../lib/days'
import {
  compareMonths,
  creatableMonths,
  DAY_TYPE_LABELS,
  DAY_TYPES,
  type DayType,
  dateInMonth,
  dayNumbers,
  dayType,
  isMonthEditable,
  isOpenType,
  monthLabel,
  newMonthDayTypes,
  normaliseMonthDays,
  offeredMonths,
  PRINT_LEGEND,
  schoolYearOf,
  sortMonths,
  suggestedMonth,
  toMonthCalendar,
  yearChoices,
} from './months'
import { en } from './texts/day-types.en'

const asDayType = (text: string): DayType => {
  const type = DAY_TYPES.find((known) => known === text)
  if (!type) throw new Error(`"${text}" is no day type`)
  return type
}

describe('day types', () => {
  test.each(rulesTable('months.md', 'Months and day types'))('$name', (row) => {
    const type = asDayType(row.text('type'))
    const short = row.text('word in a phone cell')
    expect(DAY_TYPE_LABELS[type]).toBe(row.text('word on the calendar'))
    expect(en.shortDayTypes[type]).toBe(short === 'none' ? '' : short)
    expect(isOpenType(type)).toBe(row.yes('can be chosen'))
  })

  test.each(rulesTable('months.md', 'The type of a day'))('$name', (row) => {
    const n = Number(row.text('day'))
    const stored = row.text('stored type')
    const month = aMonth('October 2025', {
      dayTypes: stored === 'none' ? {} : { [n]: asDayType(stored) },
      specialDays: row.yes('special day') ? [n] : [],
    })
    expect(dayType(month, n)).toBe(row.text('type'))
  })

  test('the printed month explains each in the words of the calendar; no school prints like unavailable', () => {
    expect(PRINT_LEGEND.map(({ type }) => type)).toEqual(DAY_TYPES.filter((type) => type !== 'no_school'))
    for (const { type, label } of PRINT_LEGEND)
      expect([DAY_TYPE_LABELS[type], `${DAY_TYPE_LABELS[type]} Day`]).toContain(label)
  })

  test('a month with an unrecognised name has no days, and a day outside its month is unavailable', () => {
    expect(dayNumbers(aMonth('Summer 2026'))).toEqual([])
    expect(dayType(aMonth('Summer 2026'), 6)).toBe('unavailable')
    for (const n of [0, 32, 1.5, -1]) expect(dateInMonth(aMonth('October 2025'), n)).toBeNull()
    expect(dayType(aMonth('February 2025'), 29)).toBe('unavailable')
    expect(dayType(aMonth('February 2028'), 29)).toBe('regular')
  })

  test('every day of every month from 2024 to 2032 has exactly one type, and weekends are unavailable', () => {
    let days = 0
    for (const month of YEARS_OF_MONTHS) {
      for (const n of dayNumbers(month)) {
        days += 1
        const monthIndex = monthIndexOf(month.monthName) ?? 0
        const weekend = isWeekend(dayOf(month.year, monthIndex, n))
        for (const stored of DAY_TYPES) {
          const type = dayType({ ...month, dayTypes: { [n]: stored } }, n)
          expect(type).toBe(weekend ? 'unavailable' : stored)
        }
      }
    }
    expect(days).toBe(9 * 365 + 3)
  })
})

describe('a new month', () => {
  test('has regular weekdays and unavailable weekends', () => {
    const types = newMonthDayTypes(2028, 1)
    expect(Object.keys(types)).toHaveLength(29)
    expect(types['29']).toBe('regular')
    expect(types['5']).toBe('unavailable')
    expect(types['6']).toBe('unavailable')
    expect(types['7']).toBe('regular')
  })

  test('is offered only if it does not exist yet', () => {
    const existing = [monthNamed('October 2025'), monthNamed('October 2026'), monthNamed('May 2025')]
    expect(creatableMonths(existing, 2025)).toEqual(
      MONTH_NAMES.filter((name) => name !== 'October' && name !== 'May'),
    )
    expect(creatableMonths(existing, 2026)).toEqual(MONTH_NAMES.filter((name) => name !== 'October'))
    expect(creatableMonths([], 2025)).toEqual(MONTH_NAMES)
  })

  test('can be in the current year or the four after it', () => {
    expect(yearChoices('2026-11-15')).toEqual([2026, 2027, 2028, 2029, 2030])
  })

  test.each(rulesTable('months.md', 'The suggested month'))('$name', (row) => {
    const list = row.text('existing months')
    const existing = list === 'none' ? [] : list.split(', ').map(monthNamed)
    expect(suggestedMonth(existing, row.text('today'))).toEqual(monthNamed(row.text('suggested')))
  })

  test('is not suggested when all months of the five years exist', () => {
    const all = yearChoices('2026-01-01').flatMap((year) =>
      MONTH_NAMES.map((name) => ({ month_name: name, year })),
    )
    expect(suggestedMonth(all, '2026-01-01')).toBeNull()
  })
})

describe('months on offer', () => {
  const today = '2025-11-20'

  test.each(rulesTable('months.md', 'Months on offer'))('$name', (row) => {
    const month = { ...monthNamed(row.text('month')), is_active: row.yes('published') }
    expect(offeredMonths([month], today)).toEqual(row.yes('offered') ? [month] : [])
  })

  test('are in calendar order, unrecognised names last in their year', () => {
    const labels = ['April 2026', 'Summer 2025', 'December 2025', 'January 2026', 'August 2025', 'Camp 2025']
    expect(sortMonths(labels.map(monthNamed)).map((month) => monthLabel(month))).toEqual([
      'August 2025',
      'December 2025',
      'Camp 2025',
      'Summer 2025',
      'January 2026',
      'April 2026',
    ])
    expect(compareMonths(monthNamed('May 2025'), monthNamed('May 2025'))).toBe(0)
  })

  test('a registration can be edited until the last day of its month', () => {
    const month = monthNamed('November 2025')
    expect(isMonthEditable(month, '2025-11-30')).toBe(true)
    expect(isMonthEditable(month, '2025-12-01')).toBe(false)
    expect(isMonthEditable(month, '2024-12-01')).toBe(true)
    expect(isMonthEditable(monthNamed('January 2026'), '2025-12-31')).toBe(true)
    expect(isMonthEditable(monthNamed('Summer 2026'), '2025-12-31')).toBe(false)
  })
})

test.each(rulesTable('months.md', 'School years'))('$name is the school year', (row) => {
  expect(schoolYearOf(monthNamed(row.text('month')))).toBe(row.text('school year'))
})

test('a month with an unrecognised name belongs to no school year', () => {
  expect(schoolYearOf(monthNamed('Summer 2026'))).toBeNull()
})

test('a saved month has a type for every day, noon days as special days, and only open days closed', () => {
  const saved = normaliseMonthDays(
    aMonth('October 2025', {
      dayTypes: { 6: 'noon', 7: 'no_school', 8: 'unavailable', 9: 'early', 4: 'regular' },
      specialDays: [9, 10],
      closedDays: [8, 7, 6, 4, 32, 6, 9],
    }),
  )
  expect(Object.keys(saved.dayTypes)).toHaveLength(31)
  expect(saved.dayTypes['4']).toBe('unavailable')
  expect(saved.specialDays).toEqual([6, 10])
  expect(saved.closedDays).toEqual([6, 9])
  expect(normaliseMonthDays(aMonth('October 2025', saved))).toEqual(saved)
})

test('a stored month has its prices in cents, and a missing one stays missing', () => {
  const row = {
    month_name: 'October',
    year: 2025,
    regular_price: '22.50',
    special_price: null,
    special_days: [3],
    cancelled_days: [9],
    closed_days: [6],
    day_types: { '7': 'early' as const },
    seats: 30,
    day_seats: { '7': 12 },
    taken_seats: { '7': 3 },
  }
  expect(toMonthCalendar(row)).toEqual({
    cancelledDays: [9],
    monthName: 'October',
    year: 2025,
    regularPriceCents: 2250,
    specialPriceCents: null,
    specialDays: [3],
    closedDays: [6],
    dayTypes: { '7': 'early' },
    seating: { seats: 30, daySeats: { '7': 12 }, taken: { '7': 3 } },
  })
})
