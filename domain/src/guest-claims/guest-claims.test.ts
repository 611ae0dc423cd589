import { describe, expect, test } from 'vitest'
import { monthNamed } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { errorMessage } from '../lib/errors'
import { type ClaimedTime, claimConflict, guestLinkExpiry, mayClaim } from './guest-claims'

const AT = '2026-11-16T14:00:00.000Z'

describe('who may claim', () => {
  test.each(rulesTable('guests.md', 'Who may claim'))('$name', (row) => {
    const account = {
      email: row.text('address of the account'),
      emailVerifiedAt: row.yes('confirmed by a link') ? AT : null,
      emailSetByStaffAt: row.yes('set by staff since') ? AT : null,
    }
    expect(mayClaim(account, row.text('address of the guest'))).toBe(row.yes('may claim'))
  })
})

/** "December 2026" is a registration, "2026-12-04" a drop-in. */
const timeOf = (text: string): ClaimedTime =>
  /^\d/.test(text) ? { month: null, day: text } : { month: monthNamed(text), day: null }

describe('what a child is already booked for', () => {
  test.each(rulesTable('guests.md', 'What a child has already'))('$name', (row) => {
    const text = row.text('the child has')
    const booked = text === 'nothing' ? [] : text.split(', ').map(timeOf)
    const conflict = claimConflict(timeOf(row.text('claimed')), booked)
    const message = conflict ? errorMessage('already-booked', { child: 'Ada', ...conflict }) : 'none'
    expect(message).toBe(row.text('error'))
  })
})

test('the private link works for 365 days', () => {
  expect(guestLinkExpiry(new Date('2027-03-01T12:00:00Z')).toISOString()).toBe('2028-02-29T12:00:00.000Z')
})
