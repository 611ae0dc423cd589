import { retypeDay, setDaySeats, setSeats, toggleClosedDay } from '@aftercare/domain/months/month-editing'
import { type MonthCalendar, newMonthDayTypes } from '@aftercare/domain/months/months'
import { NO_SEATING } from '@aftercare/domain/months/seats'
import { describe, expect, it } from 'vitest'
import {
  applyMonthValues,
  changedValues,
  describeMonthValue,
  type MonthValues,
  toMonthValues,
  withValidSeats,
} from './month-values'

const december: MonthCalendar = {
  monthName: 'December',
  year: 2026,
  regularPriceCents: 2000,
  specialPriceCents: 3000,
  specialDays: [],
  cancelledDays: [],
  seating: NO_SEATING,
  closedDays: [10],
  dayTypes: newMonthDayTypes(2026, 11),
}
const values = (month: MonthCalendar) => toMonthValues(month, false)
const merge = (month: MonthCalendar, part: Partial<MonthValues>) =>
  ({ ...values(month), ...part }) as MonthValues
const edits = (month: MonthCalendar) => changedValues(values(december), values(month))

describe('month form values', () => {
  it('are the type and lock of each day, and its seats', () => {
    const edited = toggleClosedDay(toggleClosedDay(retypeDay(december, 4, 'early'), 10), 11)
    expect(edits(edited)).toEqual({
      'day 4': { type: 'early', closed: false },
      'day 10': { type: 'regular', closed: false },
      'day 11': { type: 'regular', closed: true },
    })
    expect(edits(setDaySeats(setSeats(december, 30), 4, 1))).toEqual({ seats: 30, 'seats 4': 1 })
    expect(edits(december)).toEqual({})
  })

  it("rebuild the month, merged with another admin's changes to other days", () => {
    const theirs = retypeDay(retypeDay(december, 1, 'noon'), 2, 'no_school')
    const merged = applyMonthValues(theirs, merge(theirs, edits(retypeDay(december, 1, 'early'))))
    expect(merged.dayTypes).toMatchObject({ 1: 'early', 2: 'no_school' })
    expect(merged.specialDays).toEqual([])
    const seats = edits(setDaySeats(setSeats(december, 30), 4, 1))
    const seated = setDaySeats(december, 7, 9)
    expect(applyMonthValues(seated, merge(seated, seats)).seating).toMatchObject({
      seats: 30,
      daySeats: { 4: 1, 7: 9 },
    })
  })

  it('have the stored seats in the preview where those typed in are not valid', () => {
    const stored = { seats: 30, daySeats: { 4: 9 }, taken: {} }
    const seatingOf = (month: MonthCalendar) => withValidSeats(month, stored).seating
    const typed = setDaySeats(setDaySeats(setSeats(december, 0), 4, 501), 5, 0)
    expect(seatingOf(typed)).toEqual(stored)
    const valid = setDaySeats(setDaySeats(setSeats(december, 3), 4, 8), 5, 1)
    expect(seatingOf(valid)).toEqual(valid.seating)
    expect(seatingOf(setSeats(december, null)).seats).toBeNull()
  })

  it('do not close a day without aftercare', () => {
    const closed = { ...values(december), 'day 3': { type: 'no_school', closed: true } } as const
    expect(applyMonthValues(december, closed).closedDays).toEqual([10])
  })

  it('are described in words, except for a month without a calendar', () => {
    const all = values(setDaySeats(retypeDay(december, 4, 'noon'), 5, 3))
    expect(describeMonthValue(december, 'day 4', all)).toEqual(['December 4', 'Noon Dismissal'])
    expect(describeMonthValue(december, 'day 10', all)).toEqual(['December 10', 'Regular, closed'])
    expect(describeMonthValue(december, 'seats 5', all)).toEqual(['Seats on December 5', '3'])
    expect(describeMonthValue(december, 'seats', all)).toEqual(['Seats per day', 'No limit'])
    expect(values({ ...december, monthName: 'Summer Camp' })).toEqual({
      is_active: false,
      publish_prices: null,
      fees: null,
      credits: null,
      message: null,
      seats: null,
    })
  })
})
