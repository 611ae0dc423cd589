import { NO_SEATING } from '@aftercare/domain/months/seats'
import { expect, it } from 'vitest'
import { retypedDays } from './save-question'

const november = {
  monthName: 'November',
  year: 2026,
  regularPriceCents: 2000,
  specialPriceCents: 3000,
  specialDays: [],
  closedDays: [],
  cancelledDays: [],
  dayTypes: { 25: 'noon' as const },
  seating: NO_SEATING,
}

it('names each day with booked children whose type changes, and no other', () => {
  const dayTypes = { 20: 'no_school', 23: 'noon', 24: 'unavailable', 25: 'early' } as const
  const after = { ...november, dayTypes, closedDays: [26] }
  expect(retypedDays(november, after, { 20: 0, 23: 33, 25: 1, 26: 4 })).toEqual([
    { n: 23, text: 'Monday 23: Regular to Noon, 33 children' },
    { n: 25, text: 'Wednesday 25: Noon to 2:30, 1 child' },
  ])
})
