import { expect, it } from 'vitest'
import { listedStatus } from './enums'

const AT = '2026-11-16T14:00:00.000Z'

it.each([
  ['active', null, 'Active'],
  ['active', { invited_at: null }, 'Not invited'],
  ['active', { invited_at: AT }, 'Invited'],
  ['inactive', { invited_at: AT }, 'Inactive'],
  ['suspended', { invited_at: null }, 'Suspended'],
  ['guest', null, 'Guest'],
] as const)('lists somebody %s with the invitation %j as "%s"', (status, invitation, label) => {
  expect(listedStatus({ status, invitation }).label).toBe(label)
})
