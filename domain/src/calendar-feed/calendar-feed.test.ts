import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import type { DismissalType } from '../attendance/attendance'
import { DEFAULT_PICKUP_TIMES } from '../board/pickup-times'
import { type Day, dayInZone, getDayParts, monthNameOf } from '../lib/days'
import { timeOfDayInZone } from '../lib/time-of-day'
import type { DayType } from '../months/months'
import { type Booking, bookedDays, feedEvent, feedStart } from './calendar-feed'

const ZONE = 'America/New_York'

function booking(day: Day, type: DayType | null, values: Partial<Booking> = {}): Booking {
  const { year, monthIndex, dayOfMonth } = getDayParts(day)
  return {
    submissionId: 'a-submission',
    childId: 'amara',
    childName: 'Amara',
    dropInDate: null,
    selectedDays: [dayOfMonth],
    dismissal: null,
    month: type && {
      monthName: monthNameOf(monthIndex),
      year,
      dayTypes: { [String(dayOfMonth)]: type },
      specialDays: [],
      cancelledDays: [],
    },
    changedAt: '2026-11-01T12:00:00.000Z',
    ...values,
  }
}

const eventsOf = (...bookings: Booking[]) =>
  bookedDays(bookings, '2020-01-01').map((day) => feedEvent(day, DEFAULT_PICKUP_TIMES, ZONE))

test.each(rulesTable('calendar-feed.md', 'First day'))('the first day of $name', (row) => {
  expect(feedStart(row.text('today'))).toBe(row.text('from'))
})

test.each(rulesTable('calendar-feed.md', 'Times'))('the entry of $name', (row) => {
  const day = row.text('day')
  const [type, dismissal] = [row.text('type'), row.text('dismissal of a drop-in')]
  const [event] = eventsOf(
    booking(day, type === 'no month' ? null : (type as DayType), {
      dropInDate: dismissal === 'none' ? null : day,
      dismissal: dismissal === 'none' || dismissal === 'by the day' ? null : (dismissal as DismissalType),
    }),
  )
  if (!event?.endsAt) throw new Error('The day has no entry')
  expect({
    day: dayInZone(event.startsAt, ZONE),
    from: timeOfDayInZone(event.startsAt, ZONE),
    to: timeOfDayInZone(event.endsAt, ZONE),
    title: event.title,
    details: event.details,
    cancelled: event.isCancelled,
  }).toEqual({
    day,
    from: row.text('from'),
    to: row.text('to'),
    title: row.text('title'),
    details: row.text('details'),
    cancelled: row.yes('cancelled'),
  })
})

test.each(rulesTable('calendar-feed.md', 'Clock changes'))('the times of $name', (row) => {
  const [event] = eventsOf(booking(row.text('day'), 'regular'))
  expect(event?.startsAt).toEqual(new Date(row.text('starts at')))
  expect(event?.endsAt).toEqual(new Date(row.text('ends at')))
})

test('a registration and a drop-in for the same child and day are one entry, the registration’s', () => {
  const registration = booking('2026-11-16', 'regular')
  const dropIn = booking('2026-11-16', 'regular', {
    submissionId: 'another',
    dropInDate: '2026-11-16',
    dismissal: 'noon',
  })
  for (const order of [
    [registration, dropIn],
    [dropIn, registration],
  ]) {
    expect(eventsOf(...order).map(({ details }) => details)).toEqual(['Regular'])
  }
  const other = { ...dropIn, childId: 'ben', childName: 'Ben' }
  expect(eventsOf(registration, other)).toHaveLength(2)
})

test('entries begin with the first day and are in order of day, name and child', () => {
  const on = (day: Day, childId: string, childName: string) => booking(day, 'regular', { childId, childName })
  const bookings = [
    on('2026-11-17', 'c', 'Ada'),
    on('2026-11-16', 'b', 'Ben'),
    on('2026-11-16', 'z', 'Ada'),
    on('2026-11-16', 'a', 'Ada'),
    on('2026-11-13', 'a', 'Ada'),
  ]
  const keys = bookedDays(bookings, '2026-11-16').map(({ key }) => key)
  expect(keys).toEqual(['a-2026-11-16', 'z-2026-11-16', 'b-2026-11-16', 'c-2026-11-17'])
})

test('a day that the programme cancelled says so, whatever its type', () => {
  const regular = booking('2026-11-16', 'regular')
  const month = regular.month && { ...regular.month, cancelledDays: [16] }
  const [event] = eventsOf({ ...regular, month })
  expect(event).toMatchObject({ title: 'Amara: Aftercare cancelled', isCancelled: true })
  expect(eventsOf({ ...regular, month: month && { ...month, cancelledDays: [17] } })[0]?.isCancelled).toBe(
    false,
  )
})

test('an entry keeps its UID while the days around it change', () => {
  const before = eventsOf(booking('2026-11-16', 'regular', { selectedDays: [16, 17] }))
  const after = eventsOf(
    booking('2026-11-16', 'regular', { submissionId: 'anew', selectedDays: [3, 17, 18], changedAt: 'later' }),
  )
  const onThe17th = (uids: { uid: string }[]) =>
    uids.map(({ uid }) => uid).filter((uid) => uid.includes('11-17'))
  expect(onThe17th(before)).toEqual(onThe17th(after))
  expect(onThe17th(before)).toEqual(['amara-2026-11-17@aftercare'])
})

test('days before the start are left out, and days that do not exist in the month', () => {
  const days = bookedDays(
    [
      booking('2026-07-31', 'regular', { selectedDays: [30, 31] }),
      booking('2026-08-03', 'regular', { selectedDays: [3] }),
      booking('2027-02-01', 'regular', { selectedDays: [26, 29, 30] }),
    ],
    '2026-08-01',
  )
  expect(days.map(({ day }) => day)).toEqual(['2026-08-03', '2027-02-26'])
})

test('an event has no end if the pick-up time is before the dismissal', () => {
  const [day] = bookedDays([booking('2026-11-16', 'regular')], '2026-11-01')
  if (!day) throw new Error('The day has no entry')
  expect(feedEvent(day, { ...DEFAULT_PICKUP_TIMES, monday: '15:30' }, ZONE).endsAt).toBeNull()
  expect(feedEvent(day, { ...DEFAULT_PICKUP_TIMES, monday: '15:31' }, ZONE).endsAt).not.toBeNull()
})

test('every booked day is one event with its own UID, on its own day in any zone', () => {
  const aDay = fc
    .tuple(
      fc.integer({ min: 2026, max: 2028 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
    )
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-'))
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(aDay, fc.constantFrom('a', 'b')), { selector: String }),
      fc.constantFrom('America/New_York', 'Pacific/Auckland', 'Pacific/Honolulu', 'Europe/Berlin', 'UTC'),
      (booked, zone) => {
        const bookings = booked.map(([day, childId]) =>
          booking(day, 'regular', { childId, childName: childId }),
        )
        const days = bookedDays(bookings, '2000-01-01')
        expect(days).toHaveLength(booked.length)
        const events = days.map((day) => feedEvent(day, DEFAULT_PICKUP_TIMES, zone))
        expect(new Set(events.map(({ uid }) => uid)).size).toBe(booked.length)
        expect(events.map(({ startsAt }) => dayInZone(startsAt, zone))).toEqual(days.map(({ day }) => day))
      },
    ),
    { numRuns: 40 },
  )
})
