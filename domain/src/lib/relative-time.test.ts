import { expect, it } from 'vitest'
import { timeAgo } from './relative-time'

const now = new Date('2026-11-16T14:00:00Z')

it.each([
  ['2026-11-16T14:00:30Z', 'just now'],
  ['2026-11-16T13:59:01Z', 'just now'],
  ['2026-11-16T13:59:00Z', '1 minute ago'],
  ['2026-11-16T13:00:01Z', '59 minutes ago'],
  ['2026-11-16T13:00:00Z', '1 hour ago'],
  ['2026-11-15T14:00:01Z', '23 hours ago'],
  ['2026-11-15T14:00:00Z', null],
  ['2026-11-16T14:01:00Z', null],
  ['2025-11-16T14:00:00Z', null],
  ['no time', null],
])('%s is told as %s', (instant, words) => {
  expect(timeAgo(instant, now)).toBe(words)
})
