import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { dayInZone } from '../lib/days'
import {
  formatTimeOfDay,
  instantAt,
  isTimeOfDay,
  minutesOf,
  timeOfDayFromMinutes,
  timeOfDayInZone,
} from '../lib/time-of-day'
import { DAY_TYPES, type DayType } from '../months/months'
import {
  DEFAULT_PICKUP_SETTINGS,
  DEFAULT_PICKUP_TIMES,
  dismissalTime,
  lateLabel,
  lateMinutes,
  type PickupTimes,
  pickupTime,
  readPickupSettings,
  readPickupTimes,
} from './pickup-times'

const ZONE = 'America/New_York'

test.each(rulesTable('board.md', 'Pick-up times'))('$name', (row) => {
  const type = DAY_TYPES.find((name) => name === row.text('type')) ?? null
  expect(formatTimeOfDay(pickupTime(DEFAULT_PICKUP_TIMES, row.text('day'), type))).toBe(row.text('pick-up'))
})

test.each(rulesTable('board.md', 'Dismissal times'))('$name', (row) => {
  const dismissal = row.text('dismissal') as DayType
  const shown = (times: PickupTimes) => formatTimeOfDay(dismissalTime(times, row.text('day'), dismissal))
  const changed = readPickupTimes({
    regular_begins: '15:15',
    regular_friday_begins: '14:15',
    noon_begins: '11:45',
    early_begins: '14:40',
  })
  expect([shown(DEFAULT_PICKUP_TIMES), shown(changed)]).toEqual([row.text('default'), row.text('changed')])
})

test.each(rulesTable('board.md', 'Late pick-ups'))('$name', (row) => {
  const [hours = '', minutes = '', seconds = ''] = row.text('left').split(':')
  const left = instantAt('2026-11-16', `${hours}:${minutes}`, ZONE).getTime() + Number(seconds) * 1000
  const late = lateMinutes(new Date(left), row.text('pick-up time'), ZONE)
  expect(lateLabel(late) ?? 'none').toBe(row.text('late'))
})

test('valid stored times override the defaults', () => {
  const friday = { ...DEFAULT_PICKUP_TIMES, friday: '15:45', noon_begins: '11:45' }
  const stored = { friday: '15:45', monday: 'late', special: 5, noon_begins: '11:45', early_begins: '14:60' }
  expect(readPickupTimes(stored)).toEqual(friday)
  for (const stored of [null, undefined, 'x', []])
    expect(readPickupTimes(stored)).toEqual(DEFAULT_PICKUP_TIMES)
})

test.each([
  [null, false, true],
  ['x', false, true],
  [{}, false, true],
  [{ no_late_drop_ins: true, give_up_begun_days: false }, true, false],
  [{ no_late_drop_ins: false, give_up_begun_days: true }, false, true],
  [{ no_late_drop_ins: 'true', give_up_begun_days: 'false' }, false, true],
])('settings stored as %j: drop-ins end with the pick-up time is %s, begun days may go is %s', (...row) => {
  const [stored, no_late_drop_ins, give_up_begun_days] = row
  const settings = readPickupSettings(stored)
  expect(settings).toEqual({ ...DEFAULT_PICKUP_TIMES, no_late_drop_ins, give_up_begun_days })
})

test('a stored time leaves the other settings as they are where none are stored', () => {
  expect(readPickupSettings({ friday: '15:45' })).toEqual({ ...DEFAULT_PICKUP_SETTINGS, friday: '15:45' })
})

describe('a time of day', () => {
  test('is parsed and formatted', () => {
    expect(['17:30', '24:00', '7:30', '17:60', ''].map(isTimeOfDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(['00:05', '12:00', '13:07'].map((time) => formatTimeOfDay(time))).toEqual([
      '12:05 AM',
      '12:00 PM',
      '1:07 PM',
    ])
    expect(['00:05', '12:00', '13:07'].map((time) => formatTimeOfDay(time, 'es'))).toEqual([
      '12:05 a.m.',
      '12:00 p.m.',
      '1:07 p.m.',
    ])
    expect(() => minutesOf('5 PM')).toThrow()
  })

  test('survives the round trip to an instant, on every day and in distant zones', () => {
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    const zone = fc.constantFrom(ZONE, 'UTC', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Los_Angeles')
    // Clocks change at night: in the daytime every time exists once.
    const minutes = fc.integer({ min: 4 * 60, max: 1439 })
    fc.assert(
      fc.property(day, minutes, zone, (date, minute, timeZone) => {
        const text = date.toISOString().slice(0, 10)
        const instant = instantAt(text, timeOfDayFromMinutes(minute), timeZone)
        expect(dayInZone(instant, timeZone)).toBe(text)
        expect(timeOfDayInZone(instant, timeZone)).toBe(timeOfDayFromMinutes(minute))
      }),
    )
  })

  test('that is skipped or repeated by a clock change is still on its day', () => {
    expect(instantAt('2026-03-08', '02:30', ZONE).toISOString()).toBe('2026-03-08T07:30:00.000Z')
    expect(instantAt('2026-11-01', '01:30', ZONE).toISOString()).toBe('2026-11-01T05:30:00.000Z')
  })
})

test('a weekend has the latest pick-up time of the week, whichever day it is set for', () => {
  const times = { ...DEFAULT_PICKUP_TIMES, wednesday: '18:15' }
  expect(['2026-11-14', '2026-11-15'].map((day) => pickupTime(times, day, null))).toEqual(['18:15', '18:15'])
})
