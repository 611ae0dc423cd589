import { expect, test } from 'vitest'
import { checkFields } from '../lib/field-rules'
import { canonicalTimeZone, PROGRAM_RULES, timeZoneEffects, timeZoneLabel } from './program-details'

const VALID = { name: 'Hill', contact_email: 'a@b.example', contact_phone: '', time_zone: 'America/New_York' }

test.each([
  [{}, []],
  [{ name: ' ' }, ['name']],
  [{ name: 'x'.repeat(81) }, ['name']],
  [{ contact_email: 'office' }, ['contact_email']],
  [{ contact_phone: '5'.repeat(41) }, ['contact_phone']],
  [{ time_zone: 'Mars/Base' }, ['time_zone']],
  [{ time_zone: '+05:00' }, ['time_zone']],
  [{ time_zone: 'UTC' }, []],
])('details with %j have errors in %j', (values, fields) => {
  expect(Object.keys(checkFields({ ...VALID, ...values }, PROGRAM_RULES))).toEqual(fields)
})

test.each([
  ['America/New_York', 'New York (Eastern Time)'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires (Argentina, America)'],
  ['Europe/Berlin', 'Berlin (Europe)'],
  ['UTC', 'UTC'],
])('%s is shown as %s', (zone, label) => {
  expect(timeZoneLabel(zone)).toBe(label)
})

test.each(['US/Eastern', 'america/new_york', 'America/New_York'])(
  '%s is stored as America/New_York',
  (zone) => {
    expect(canonicalTimeZone(zone)).toBe('America/New_York')
  },
)

test('a new time zone says what it moves', () => {
  const now = new Date('2026-11-16T21:37:00Z')
  expect(timeZoneEffects('America/New_York', 'America/Chicago', now)[0]).toBe(
    'It is 3:37 PM there now, not 4:37 PM.',
  )
  expect(timeZoneEffects('America/New_York', 'America/Detroit', now)[0]).toContain('Both clocks show 4:37 PM')
  expect(timeZoneEffects('America/New_York', 'America/Chicago', now).join(' ')).toMatch(
    /Today.*pick-up.*noon attendance email.*nightly backup.*arrivals.*Booked days/,
  )
})
