import { retypeDay, setDaySeats, setSeats, toggleClosedDay } from '@aftercare/domain/months/month-editing'
import { type MonthCalendar, newMonthDayTypes } from '@aftercare/domain/months/months'
import { NO_SEATING } from '@aftercare/domain/months/seats'
import { describe, expect, it } from 'vitest'
import { applyEdits, describeEdits, diffMonth, sharedDays, withoutTypeOf } from './month-edits'

const december: MonthCalendar = {
  monthName: 'December',
  year: 2026,
  regularPriceCents: 2000,
  specialPriceCents: 3000,
  specialDays: [],
  seating: NO_SEATING,
  closedDays: [10],
  dayTypes: newMonthDayTypes(2026, 11),
}

describe('the edits of a month', () => {
  it('are the days whose type or lock differs', () => {
    const edited = toggleClosedDay(toggleClosedDay(retypeDay(december, 4, 'early'), 10), 11)
    const edits = diffMonth(december, edited)
    expect([...edits]).toEqual([
      [4, { type: 'early' }],
      [10, { closed: false }],
      [11, { closed: true }],
    ])
    expect(describeEdits(december, edits)).toEqual([
      'December 4: 2:30 Dismissal',
      'December 10: reopened',
      'December 11: closed',
    ])
  })

  it('go on top of what somebody else saved, whose other days stay', () => {
    const theirs = retypeDay(retypeDay(december, 1, 'noon'), 2, 'no_school')
    const mine = diffMonth(december, retypeDay(december, 1, 'early'))
    const merged = applyEdits(theirs, mine)
    expect(merged.dayTypes).toMatchObject({ 1: 'early', 2: 'no_school' })
    expect(merged.specialDays).toEqual([])
    expect(sharedDays(diffMonth(december, theirs), mine)).toEqual([1])
  })

  it('lock no day that has lost its aftercare in the meantime', () => {
    const mine = diffMonth(december, toggleClosedDay(december, 3))
    expect(applyEdits(retypeDay(december, 3, 'no_school'), mine).closedDays).toEqual([10])
  })

  it('are seats too, of the month and of single days', () => {
    const mine = diffMonth(december, setDaySeats(setSeats(december, 30), 4, 1))
    expect(describeEdits(december, mine)).toEqual(['30 seats per day', 'December 4: 1 seat'])
    const merged = applyEdits(setDaySeats(december, 7, 9), mine)
    expect(merged.seating).toMatchObject({ seats: 30, daySeats: { 4: 1, 7: 9 } })
    expect(describeEdits(merged, diffMonth(merged, december))).toEqual([
      'No limit of seats',
      'December 4: seats as on other days',
      'December 7: seats as on other days',
    ])
  })

  it('are none where nothing changed, and for a month that no calendar can be drawn for', () => {
    expect(diffMonth(december, december).size).toBe(0)
    const camp = { ...december, monthName: 'Summer Camp' }
    expect(diffMonth(camp, camp).size).toBe(0)
  })

  it('go on top of a day that was cancelled meanwhile, but for what was painted on it', () => {
    const painted = retypeDay(retypeDay(december, 4, 'noon'), 7, 'early')
    const mine = diffMonth(december, toggleClosedDay(setDaySeats(painted, 4, 12), 4))
    const merged = applyEdits(retypeDay(december, 4, 'unavailable'), withoutTypeOf(mine, 4))
    expect(merged.dayTypes).toMatchObject({ 4: 'unavailable', 7: 'early' })
    expect(merged.closedDays).toEqual([10])
    expect(merged.seating.daySeats).toEqual({ 4: 12 })
    expect([...withoutTypeOf(diffMonth(december, painted), 4)]).toEqual([[7, { type: 'early' }]])
  })
})
