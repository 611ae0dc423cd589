import { expect, it } from 'vitest'
import { confirmationExpiry, confirmationState, readGuestConfirmation } from './guest-confirmation'

const SENT = new Date('2026-11-16T14:00:00Z')
const expires_at = confirmationExpiry(SENT).toISOString()

it.each([
  ['2026-11-16T14:59:59Z', null, {}, 'waiting'],
  ['2026-11-16T15:00:00Z', null, {}, 'dropped'],
  // Its guest was erased.
  ['2026-11-16T14:10:00Z', null, null, 'dropped'],
  ['2026-11-16T14:10:00Z', 'confirmed', null, 'confirmed'],
  ['2026-12-16T14:10:00Z', 'confirmed', null, 'confirmed'],
  ['2026-11-16T15:10:00Z', 'dropped', null, 'dropped'],
] as const)('at %s, ended as %s, with %o it is %s', (now, outcome, submission, state) => {
  expect(confirmationState({ outcome, submission, expires_at }, new Date(now))).toBe(state)
})

it('is off unless it was switched on', () => {
  for (const stored of [undefined, null, {}, { required: 'yes' }, { required: false }])
    expect(readGuestConfirmation(stored)).toEqual({ required: false })
  expect(readGuestConfirmation({ required: true })).toEqual({ required: true })
})
