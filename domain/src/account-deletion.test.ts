import { describe, expect, test } from 'vitest'
import { rulesTable } from '../test/rules-table'
import { deletionProblem } from './account-deletion'

describe('when an account can be deleted', () => {
  test.each(rulesTable('own-data.md', 'When an account can be deleted'))('$name', (row) => {
    const [balanceDueCents = 0] = row.cents('balance due')
    const until = row.text('booked until')
    const standing = { balanceDueCents, lastBookedDay: until === 'never' ? null : until }
    expect(deletionProblem(standing, row.text('today')) ?? 'none').toBe(row.text('refusal'))
  })
})
