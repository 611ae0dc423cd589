import { expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { changeCancelledDays, closedByChange, reinstatedByChange } from './cancelled-days'

// The 5th and 6th are a weekend.
const december = aMonth('December 2026', { dayTypes: { 3: 'noon', 4: 'early', 7: 'no_school' } })

test('a change closes the days that had aftercare and have none', () => {
  const after = {
    ...december,
    dayTypes: { 3: 'unavailable', 4: 'noon', 5: 'no_school', 7: 'regular' },
  } as const
  expect(closedByChange(december, after)).toEqual([3])
})

test('a change reinstates the cancelled days that have aftercare again', () => {
  expect(reinstatedByChange([3, 5, 7], december)).toEqual([3])
})

test('a cancelled day keeps the type it had, an unavailable one comes back as regular', () => {
  const before = { cancelledDays: [10, 9], typesBefore: { 9: 'noon' } } as const
  const changes = { cancelled: [4, 3, 7], reinstated: [10] }
  expect(changeCancelledDays(before, december, changes)).toEqual({
    cancelledDays: [3, 4, 7, 9],
    typesBefore: { 3: 'noon', 4: 'early', 7: 'regular', 9: 'noon' },
  })
  const unknown = { cancelledDays: [9], typesBefore: {} }
  expect(changeCancelledDays(unknown, december, { cancelled: [], reinstated: [] }).typesBefore).toEqual({
    9: 'regular',
  })
})
