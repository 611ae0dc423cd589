import { expect, test } from 'vitest'
import { erasureObstacles, isSameName } from './erasure'

test('everything that stands in the way is named', () => {
  const bookings = [{ child: 'Amara', lastDay: '2026-12-04', isGuest: false }]
  const all = { isShared: true, balanceDueCents: 4000, unbilledCents: 2000, bookings, childrenHere: ['Tobi'] }
  expect(erasureObstacles(all)).toEqual([
    'Other adults share this family. Remove them first.',
    'The balance due is $40.00.',
    'Fees of $20.00 for months that have begun are not billed yet.',
    "Tobi is at aftercare now and hasn't been picked up.",
    'Amara is booked through Friday, December 4.',
  ])
  const nothing = { isShared: false, balanceDueCents: 0, unbilledCents: 0, bookings: [], childrenHere: [] }
  expect(erasureObstacles(nothing)).toEqual([])
})

test.each([
  ['Dana Okafor', 'Dana Okafor', true],
  ['  dana   OKAFOR ', 'Dana Okafor', true],
  ['Asa', 'Åsa', true],
  ['Dana', 'Dana Okafor', false],
  ['', '', false],
  ['dana@example.com', 'Dana@example.com', true],
])('%j confirms %j: %s', (typed, name, isSame) => {
  expect(isSameName(typed, name)).toBe(isSame)
})
