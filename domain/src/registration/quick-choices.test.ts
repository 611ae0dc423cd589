import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aMonth, YEARS_OF_MONTHS } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { weekdayShort } from '../lib/dates-format'
import { addDays, weekday } from '../lib/days'
import { monthStates } from '../months/availability'
import { DAY_TYPES, dateInMonth, dayNumbers, monthLabel } from '../months/months'
import {
  addWeekdays,
  clearDays,
  mayClear,
  SCHOOL_WEEKDAYS,
  sameAsBefore,
  toggleWeekday,
  usualWeekdays,
  type WeekdayState,
  weekdayChoices,
  weekdayState,
} from './quick-choices'

const weekdayNamed = (name: string) => {
  const day = SCHOOL_WEEKDAYS.find((one) => weekdayShort(one) === name)
  if (!day) throw new Error(`"${name}" is not a school day`)
  return day
}
const weekdaysNamed = (text: string) => (text === 'none' ? [] : text.split(', ').map(weekdayNamed))

/** A weekday of which only some days are chosen shows how many. */
const shownAs = ({ name, chosen, of }: WeekdayState) => (name === 'some' ? `${chosen} of ${of}` : name)

const december = aMonth('December 2026', { dayTypes: { 21: 'no_school' }, closedDays: [11, 18, 25] })
const today = '2026-12-08'

describe('every week', () => {
  test.each(rulesTable('quick-choices.md', 'Every week'))('$name', (row) => {
    const choices = weekdayChoices(december, today, { originalDays: row.days('booked') })
    const day = weekdayNamed(row.text('weekday'))
    expect(shownAs(weekdayState(choices, row.days('chosen'), day))).toBe(row.text('shown as'))
    expect(toggleWeekday(choices, row.days('chosen'), day)).toEqual(row.days('after a tap'))
  })

  test.each(rulesTable('quick-choices.md', 'Several children'))('$name', (row) => {
    const seated = { ...december, seating: { seats: 10, daySeats: {}, taken: { 14: 9, 16: 8 } } }
    const choices = weekdayChoices(seated, today, { children: Number(row.text('children')) })
    const day = weekdayNamed(row.text('weekday'))
    expect(shownAs(weekdayState(choices, row.days('chosen'), day))).toBe(row.text('shown as'))
    expect(toggleWeekday(choices, row.days('chosen'), day)).toEqual(row.days('after a tap'))
  })

  test('clear removes everything but booked days that are today or past', () => {
    const choices = weekdayChoices(december, today, { originalDays: [7, 8, 9] })
    expect(clearDays(choices, [7, 8, 9, 14])).toEqual([7, 8])
    expect(mayClear(choices, [7, 8])).toBe(false)
    expect(mayClear(choices, [7, 9])).toBe(true)
  })

  test('adding weekdays keeps what is chosen', () => {
    const choices = weekdayChoices(december, today, {})
    expect(addWeekdays(choices, [9, 10], weekdaysNamed('Mon, Wed'))).toEqual([9, 10, 14, 16, 23, 28, 30])
  })

  test('nothing is ever chosen that a tap could not choose', () => {
    const dayNumber = fc.integer({ min: 1, max: 31 })
    fc.assert(
      fc.property(
        fc.constantFrom(...YEARS_OF_MONTHS),
        fc.dictionary(dayNumber.map(String), fc.constantFrom(...DAY_TYPES)),
        fc.array(dayNumber),
        fc.dictionary(dayNumber.map(String), fc.integer({ min: 0, max: 3 })),
        fc.uniqueArray(dayNumber),
        fc.integer({ min: -40, max: 40 }),
        fc.constantFrom(...SCHOOL_WEEKDAYS),
        fc.integer({ min: 1, max: 3 }),
        (plain, dayTypes, closedDays, taken, booked, shift, day, children) => {
          const month = { ...plain, dayTypes, closedDays, seating: { seats: 2, daySeats: {}, taken } }
          const bookedDays = booked.filter((n) => dateInMonth(month, n) !== null)
          const now = addDays(dateInMonth(month, 1) ?? '', shift)
          const needs = { originalDays: bookedDays, children }
          const tappable = new Set(
            monthStates(month, now, needs)
              .filter((state) => state.selectable)
              .map((state) => state.n),
          )
          const choices = weekdayChoices(month, now, needs)
          const past = bookedDays.filter((n) => (dateInMonth(month, n) ?? '') <= now)
          const toggled = toggleWeekday(choices, bookedDays, day)
          const added = addWeekdays(choices, bookedDays, [day])
          for (const n of [...toggled, ...added]) expect(bookedDays.includes(n) || tappable.has(n)).toBe(true)
          for (const n of past) {
            expect(toggled).toContain(n)
            expect(clearDays(choices, bookedDays)).toContain(n)
          }
          expect(
            toggleWeekday(choices, toggled, day).filter((n) => !toggled.includes(n) && past.includes(n)),
          ).toEqual([])
        },
      ),
    )
  })
})

describe('usual weekdays', () => {
  const november = aMonth('November 2026', { dayTypes: { 26: 'no_school', 27: 'no_school' } })
  test.each(rulesTable('quick-choices.md', 'Usual weekdays'))('$name', (row) => {
    expect(usualWeekdays(november, row.days('booked'))).toEqual(weekdaysNamed(row.text('usual')))
  })
})

describe('same as before', () => {
  const every = (label: string, name: string) => {
    const month = aMonth(label)
    const days = dayNumbers(month).filter((n) => weekday(dateInMonth(month, n) ?? '') === weekdayNamed(name))
    return { month, days }
  }
  const earlier = [
    { childId: 'a', ...every('October 2026', 'Tue') },
    { childId: 'a', ...every('November 2026', 'Mon') },
    { childId: 'b', ...every('November 2026', 'Wed') },
    { childId: 'c', ...every('September 2026', 'Fri') },
    { childId: 'a', ...every('January 2027', 'Thu') },
  ]
  test.each(rulesTable('quick-choices.md', 'Same as before'))('$name', (row) => {
    const text = row.text('children chosen')
    const found = sameAsBefore(december, earlier, text === 'none' ? [] : text.split(', '))
    const named = found && monthLabel({ month_name: found.month.monthName, year: found.month.year })
    expect(named ?? 'none').toBe(row.text('named'))
    expect(found?.weekdays ?? []).toEqual(weekdaysNamed(row.text('weekdays')))
  })
})
