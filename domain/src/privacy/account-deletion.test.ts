import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { accountDeletionMessage, openObligations } from './account-deletion'

describe('when an account can be deleted', () => {
  test.each(rulesTable('privacy.md', 'When an account can be deleted'))('$name', (row) => {
    const [balanceDueCents = 0] = row.cents('balance due')
    const [unbilledCents = 0] = row.cents('not billed yet')
    const isShared = row.yes('others in the family')
    const bookings = [...row.text('booked until').matchAll(/(\w+) (\d{4}-\d\d-\d\d)( as a guest)?/g)].map(
      ([, child = '', lastDay = '', guest]) => ({ child, lastDay, isGuest: guest !== undefined }),
    )
    const childrenHere = row.text('here') === 'nobody' ? [] : row.text('here').split(', ')
    const obligations = { isShared, balanceDueCents, unbilledCents, bookings, childrenHere }
    const open = openObligations(obligations, row.text('today'))
    expect(open ? accountDeletionMessage(open) : 'none').toBe(row.text('error'))
  })
})
