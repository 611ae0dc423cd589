import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aMonth, YEARS_OF_MONTHS } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { addDays, isWeekend } from '../lib/days'
import {
  addAnywayQuestion,
  checkSelectedDays,
  dayError,
  dayState,
  daysToConfirm,
  monthStates,
  selectableDays,
  withStayingDays,
} from './availability'
import { dayErrorMessages } from './day-error-message'
import { DAY_TYPES, dateInMonth } from './months'
import { en } from './texts/en'
import { es } from './texts/es'

const december = aMonth('December 2026', {
  dayTypes: { 11: 'early', 18: 'noon', 24: 'no_school', 25: 'unavailable' },
  closedDays: [10, 18],
})
const today = '2026-12-08'

describe('choosing days', () => {
  test.each(rulesTable('availability.md', 'Choosing days'))('$name', (row) => {
    const n = Number(row.text('day'))
    const booked = row.yes('booked') ? [n] : []
    expect(dayState(december, n, today, { originalDays: booked })).toMatchObject({
      type: row.text('shown as'),
      reason: row.text('reason'),
      selectable: row.yes('can be chosen'),
    })
    expect(selectableDays(december, today, { originalDays: booked }).includes(n)).toBe(
      row.yes('can be chosen'),
    )
    expect(checkSelectedDays(december, [n], today, { originalDays: booked })).toHaveLength(
      row.yes('can be chosen') ? 0 : 1,
    )
  })

  test.each(rulesTable('availability.md', 'Rejected days'))('$name', (row) => {
    const messages = checkSelectedDays(december, row.days('days'), today).map(({ message }) => message)
    const expected = row.text('result')
    expect(messages).toEqual(expected === 'available' ? [] : [expected])
  })

  test.each([
    [4, 'past', 'Viernes, 4 de diciembre: este día ya pasó y no se puede elegir.'],
    [4, 'few_seats', 'Viernes, 4 de diciembre: solo queda 1 lugar.'],
    [32, 'few_seats', 'No existe el día 32 en diciembre de 2026.'],
    [9, 'no_school', 'Miércoles, 9 de diciembre: no hay clases. Elija otro día.'],
  ] as const)('day %i, %s, in Spanish', (n, reason, expected) => {
    const month = { ...december, seating: { seats: 3, daySeats: {}, taken: { 4: 2 } } }
    expect(dayError(month, n, reason, es).message).toBe(expected)
  })

  test.each(rulesTable('availability.md', 'Days that staff add'))('$name', (row) => {
    const n = Number(row.text('day'))
    const seating = { seats: null, daySeats: { 14: 2 }, taken: { 14: 2 } }
    const month = { ...december, seating }
    const state = dayState(month, n, today, { byStaff: true })
    expect(state.selectable).toBe(row.yes('allowed'))
    expect(checkSelectedDays(month, [n], today, { byStaff: true })).toHaveLength(row.yes('allowed') ? 0 : 1)
    const questions = daysToConfirm(month, [n], today, {}).map(({ message }) => message)
    expect(questions).toEqual(row.text('question') === 'none' ? [] : [row.text('question')])
    expect(daysToConfirm(month, [n], today, { originalDays: [n] })).toEqual([])
  })

  test('staff see the type and price of a past day, and cannot add one without aftercare', () => {
    expect(dayState(december, 1, today, { byStaff: true })).toMatchObject({
      type: 'regular',
      priceCents: 2000,
    })
    const past = { ...december, dayTypes: { 1: 'no_school', 2: 'unavailable' } } as const
    expect(checkSelectedDays(past, [1, 2], today, { byStaff: true }).map(({ reason }) => reason)).toEqual([
      'no_school',
      'unavailable',
    ])
  })

  test('staff are asked about a day with fewer seats left than children, and may take it', () => {
    const month = { ...december, seating: { seats: null, daySeats: { 14: 2 }, taken: { 14: 1 } } }
    expect(checkSelectedDays(month, [14], today, { children: 2, byStaff: true })).toEqual([])
    const asked = daysToConfirm(month, [9, 14], today, { children: 2 })
    expect(asked).toEqual([{ n: 14, message: 'Only 1 seat is left on Monday, December 14.' }])
    expect(addAnywayQuestion(asked)).toBe('Only 1 seat is left on Monday, December 14. Add anyway?')
    expect(daysToConfirm(month, [14], today, { children: 1 })).toEqual([])
  })

  test('a day that the month does not have cannot be chosen, by whomever', () => {
    for (const byStaff of [false, true])
      expect(dayState(december, 32, today, { byStaff })).toMatchObject({
        date: null,
        reason: 'unavailable',
        selectable: false,
      })
    expect(daysToConfirm(december, [32], today, {})).toEqual([])
  })

  test('staff are not asked about a past day without aftercare, which they cannot add', () => {
    const past = { ...december, dayTypes: { 1: 'no_school' } } as const
    expect(daysToConfirm(past, [1, 2], today, {}).map(({ n }) => n)).toEqual([2])
  })

  test('every unavailable day has its error', () => {
    const errors = checkSelectedDays(december, [7, 9, 10, 25], today)
    expect(errors.map(({ n }) => n)).toEqual([7, 10, 25])
  })

  test('a booked day that was closed or retyped shows its current type and price', () => {
    expect(dayState(december, 10, today, { originalDays: [10] })).toMatchObject({
      closed: true,
      original: true,
      priceCents: 2000,
    })
    expect(dayState(december, 24, today, { originalDays: [24] })).toMatchObject({
      closed: false,
      original: true,
      priceCents: 0,
    })
    expect(dayState(december, 10, today)).toMatchObject({ closed: true, original: false })
  })

  test('a past day shows no price', () => {
    expect(dayState(december, 8, today).priceCents).toBe(0)
    expect(dayState(december, 9, today).priceCents).toBe(2000)
  })

  test.each([false, true])(
    'a cancelled day of an edit is neither chosen nor given up (by staff: %s)',
    (byStaff) => {
      const month = aMonth('December 2026', { dayTypes: { 10: 'unavailable' }, cancelledDays: [10] })
      const needs = { originalDays: [9, 10], byStaff }
      expect(dayState(month, 10, today, needs)).toMatchObject({ reason: 'cancelled', selectable: false })
      expect(checkSelectedDays(month, [9, 10], today, needs)).toEqual([])
      expect(checkSelectedDays(month, [10, 11], today, needs)).toEqual([])
      expect(checkSelectedDays(month, [9, 11], today, needs)).toMatchObject([
        {
          n: 10,
          reason: 'cancelled_stays',
          message: "Thursday, December 10 was cancelled, so it can't be removed.",
        },
      ])
      expect(checkSelectedDays(month, [9, 10], today, { ...needs, originalDays: [9] })).toMatchObject([
        { n: 10, reason: 'cancelled' },
      ])
    },
  )

  test('a month with an unrecognised name offers nothing', () => {
    const summer = aMonth('Summer 2026')
    expect(monthStates(summer, today)).toEqual([])
    expect(checkSelectedDays(summer, [9], today)[0]?.message).toBe('Summer 2026 has no day 9.')
  })

  test('no weekend, no past day and no closed day is ever offered, whatever is stored', () => {
    const dayNumber = fc.integer({ min: 1, max: 31 })
    const stored = fc.dictionary(dayNumber.map(String), fc.constantFrom(...DAY_TYPES))
    fc.assert(
      fc.property(
        fc.constantFrom(...YEARS_OF_MONTHS),
        stored,
        fc.array(dayNumber),
        fc.array(dayNumber),
        fc.integer({ min: -40, max: 40 }),
        (plain, dayTypes, closedDays, booked, shift) => {
          const month = { ...plain, dayTypes, closedDays }
          const now = addDays(dateInMonth(month, 1) ?? '', shift)
          for (const n of selectableDays(month, now, { originalDays: booked })) {
            const date = dateInMonth(month, n) ?? ''
            expect(isWeekend(date)).toBe(false)
            if (!booked.includes(n)) {
              expect(date > now).toBe(true)
              expect(closedDays).not.toContain(n)
            }
          }
          expect(
            checkSelectedDays(month, selectableDays(month, now, { originalDays: booked }), now, {
              originalDays: booked,
            }),
          ).toEqual([])
        },
      ),
    )
  })
})

test.each(rulesTable('availability.md', 'Days that stay'))('$name', (row) => {
  const month = { ...december, cancelledDays: row.yes('cancelled') ? [Number(row.text('day'))] : [] }
  const n = Number(row.text('day'))
  for (const [editor, byStaff] of [
    ['family', false],
    ['staff', true],
  ] as const) {
    const needs = {
      originalDays: [n, 9],
      attended: { days: row.yes('was here') ? [n] : [], child: 'Ana Okafor' },
      begunDaysStay: !row.yes('begun days may go'),
      byStaff,
    }
    const answer = row.text(editor)
    const messages = checkSelectedDays(month, [9], today, needs).map(({ message }) => message)
    expect(messages, editor).toEqual(answer === 'given up' ? [] : [answer])
    expect(dayState(month, n, today, needs).selectable, editor).toBe(answer === 'given up')
    expect(withStayingDays(month, today, needs, [11]), editor).toEqual(
      answer === 'given up' ? [11] : sorted(n, 11),
    )
    // It may stay, and whatever else an edit changes it does not matter.
    expect(checkSelectedDays(month, [n, 9], today, needs), editor).toEqual([])
    expect(checkSelectedDays(month, sorted(n, 9, 11), today, needs), editor).toEqual([])
  }
})

describe('a day with a drop-in', () => {
  const dropIns = [1, 7, 8, 9, 24].map((n) => ({ n, child: 'Sofía' }))

  test.each([
    [9, 'family', 'drop_in'],
    [9, 'staff', 'drop_in'],
    [7, 'family', 'past'],
    [7, 'staff', 'drop_in'],
    [8, 'family', 'today'],
    [8, 'staff', 'drop_in'],
    [24, 'family', 'no_school'],
    [24, 'staff', 'no_school'],
    [11, 'family', 'selectable'],
    [11, 'staff', 'selectable'],
  ])('day %i, chosen by %s: %s', (n, editor, reason) => {
    const needs = { dropIns, byStaff: editor === 'staff' }
    const selectable = reason === 'selectable'
    expect(dayState(december, n, today, needs)).toMatchObject({ reason, selectable })
    // A day that had both before stays.
    expect(dayState(december, n, today, { ...needs, originalDays: [n] }).selectable).toBe(true)
  })

  test('is named once for every child that has one', () => {
    const dropIns = [
      { n: 9, child: 'Sofía' },
      { n: 11, child: 'Ana' },
      { n: 9, child: 'Leo' },
    ]
    expect(checkSelectedDays(december, [9, 31], today, { dropIns }).map(({ message }) => message)).toEqual([
      'Sofía already has a drop-in on Wednesday, December 9. Please leave that day out.',
      'Leo already has a drop-in on Wednesday, December 9. Please leave that day out.',
    ])
  })
})

test('a day that stays excuses no other day that cannot be chosen', () => {
  const needs = { originalDays: [7, 9], attended: { days: [7], child: 'Ana Okafor' } }
  const errors = checkSelectedDays(december, [7, 9, 10], today, needs)
  expect(errors).toMatchObject([{ n: 10, reason: 'closed' }])
})

test('a day that the month does not have has not begun', () => {
  const needs = { originalDays: [32], begunDaysStay: true }
  expect(withStayingDays(december, today, needs, [9])).toEqual([9])
})

test('a past day without aftercare is past for families', () => {
  const month = { ...december, dayTypes: { 7: 'no_school', 8: 'unavailable' } } as const
  expect([7, 8].map((n) => dayState(month, n, today).reason)).toEqual(['past', 'today'])
})

describe('the error of a day', () => {
  test('says that the month has no such day, whatever was wrong with it', () => {
    expect(dayError(december, 32, 'closed')).toMatchObject({ reason: 'not_in_month', date: null })
  })

  test('names the child only if it is about the child', () => {
    expect(dayError(december, 7, 'past', en, 'Ana Okafor')).not.toHaveProperty('child')
    expect(dayError(december, 7, 'attended', en, 'Ana Okafor')).toHaveProperty('child', 'Ana Okafor')
    expect(dayError(december, 7, 'drop_in', en, 'Ana Okafor')).toHaveProperty('child', 'Ana Okafor')
  })

  test('on a page that names nobody is about "your child"', () => {
    expect(dayError(december, 7, 'attended').message).toBe(
      'Your child was here on Monday, December 7, so this day stays.',
    )
  })
})

test('staff are asked once about all days', () => {
  expect(addAnywayQuestion(daysToConfirm(december, [7, 10], today, {}))).toBe(
    'Monday, December 7 has passed. Thursday, December 10 is closed to new registrations. Add anyway?',
  )
})

const sorted = (...days: number[]) => days.sort((a, b) => a - b)

test('an arrival on a day that is not booked holds nothing, and adds nothing', () => {
  const needs = { originalDays: [9], attended: { days: [7], child: 'Ana Okafor' }, begunDaysStay: true }
  expect(checkSelectedDays(december, [11], today, needs)).toEqual([])
  expect(withStayingDays(december, today, needs, [11])).toEqual([11])
  expect(dayState(december, 7, today, needs)).toMatchObject({ reason: 'past', selectable: false })
})

test('every day that stays is named, those that have begun together', () => {
  const needs = { originalDays: [1, 2, 3, 7, 9], attended: { days: [1, 7], child: 'Ana Okafor' } }
  const say = (more: object, t = en) =>
    dayErrorMessages(checkSelectedDays(december, [9], today, { ...needs, ...more }, t), t)
  expect(say({})).toBe(
    'Ana Okafor was here on Tuesday, December 1, so this day stays. Ana Okafor was here on Monday, December 7, so this day stays.',
  )
  expect(say({ begunDaysStay: true, attended: undefined })).toBe(
    'Days that have begun stay. Please ask the office.',
  )
  expect(say({ originalDays: [1, 2, 9], begunDaysStay: true }, es)).toBe(
    'Ana Okafor estuvo aquí el martes, 1 de diciembre, por eso este día se mantiene. Los días que ya comenzaron se mantienen. Comuníquese con la oficina.',
  )
})
