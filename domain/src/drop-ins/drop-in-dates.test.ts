import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { DEFAULT_PICKUP_SETTINGS } from '../board/pickup-times'
import { addDays } from '../lib/days'
import { instantAt } from '../lib/time-of-day'
import { DAY_TYPES } from '../months/months'
import { NO_SEATING } from '../months/seats'
import { dropInAvailability, dropInDates, dropInOptionLabel, isDropInDate } from './drop-in-dates'

const momentAt = (day: string, time: string, no_late_drop_ins: boolean) => ({
  now: instantAt(day, time, 'America/New_York'),
  timeZone: 'America/New_York',
  pickup: { ...DEFAULT_PICKUP_SETTINGS, no_late_drop_ins },
})

describe('drop-in dates', () => {
  test.each(rulesTable('availability.md', 'Drop-in dates'))('$name', (row) => {
    const day = row.text('date')
    const n = Number(day.slice(-2))
    const type = DAY_TYPES.find((known) => known === row.text('stored type'))
    const month = {
      day_types: type ? { [n]: type } : {},
      closed_days: row.yes('closed') ? [n] : [],
      seating: NO_SEATING,
    }
    const availability = dropInAvailability(
      row.yes('month exists') ? month : null,
      day,
      momentAt(day, '09:00', true),
    )
    expect(availability).toBe(row.text('reason'))
    expect(availability === 'available').toBe(row.yes('available'))
  })

  test.each(rulesTable('availability.md', 'Drop-ins for today'))('$name', (row) => {
    const day = row.text('date')
    const type = DAY_TYPES.find((known) => known === row.text('type')) ?? 'regular'
    const month = { day_types: { [Number(day.slice(-2))]: type }, closed_days: [], seating: NO_SEATING }
    const availability = (isSwitchedOn: boolean) =>
      dropInAvailability(month, day, momentAt(row.text('today'), row.text('time'), isSwitchedOn))
    expect(availability(false)).toBe(row.yes('switched off') ? 'available' : 'too_late')
    expect(availability(true)).toBe(row.yes('switched on') ? 'available' : 'too_late')
  })

  test("follow the programme's clock, not the server's", () => {
    const month = { day_types: {}, closed_days: [], seating: NO_SEATING }
    const now = new Date('2026-11-16T22:31:00Z')
    const pickup = { ...DEFAULT_PICKUP_SETTINGS, no_late_drop_ins: true }
    const availabilityIn = (timeZone: string) =>
      dropInAvailability(month, '2026-11-16', { now, timeZone, pickup })
    expect(['America/New_York', 'America/Chicago', 'UTC'].map(availabilityIn)).toEqual([
      'too_late',
      'available',
      'too_late',
    ])
  })

  test.each(rulesTable('availability.md', 'Drop-in choices'))('$name', (row) => {
    const labels = dropInDates(row.text('today')).map((option) => {
      const { label, detail } = dropInOptionLabel(option, row.yes('available'))
      return `${label} ${detail}`
    })
    expect(labels).toEqual([row.text('first choice'), row.text('second choice')])
  })

  test('only today and tomorrow can be requested', () => {
    const today = '2026-12-08'
    const allowed = [-1, 0, 1, 2].map((shift) => isDropInDate(addDays(today, shift), today))
    expect(allowed).toEqual([false, true, true, false])
  })
})
