import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { type CancelRequest, createRequest, declineRequest, isOpenRequest } from './cancel-requests'

const AT = '2026-11-16T14:00:00.000Z'
const LATER = '2026-11-17T14:00:00.000Z'
const OPEN: CancelRequest = { text: 'Moving', asked_at: AT, answer: null, answered_at: null }
const STATES: Record<string, CancelRequest | null> = {
  none: null,
  open: OPEN,
  declined: { ...OPEN, answer: 'No', answered_at: AT },
}
const nameOf = (request: CancelRequest | null) =>
  request === null ? 'rejected' : isOpenRequest(request) ? 'open' : 'declined'

test.each(rulesTable('submissions.md', 'Asking to cancel'))('$name', (row) => {
  const request = STATES[row.text('request')] ?? null
  const after =
    row.text('what happens') === 'the family asks'
      ? createRequest(request, 'Again', LATER)
      : declineRequest(request, { asked_at: AT, answer: 'No', at: LATER })
  expect(nameOf(after)).toBe(row.text('afterwards'))
})

test('staff answer the open request, which stays in the record', () => {
  const answer = { asked_at: AT, answer: 'Please call', at: LATER }
  expect(declineRequest(OPEN, answer)).toEqual({ ...OPEN, answer: 'Please call', answered_at: LATER })
  expect(createRequest(null, 'Moving', AT)).toEqual(OPEN)
})

test('an answer to an older request does not decline the newer one', () => {
  expect(declineRequest({ ...OPEN, asked_at: LATER }, { asked_at: AT, answer: 'No', at: LATER })).toBeNull()
})
