import { expect, it } from 'vitest'
import { isPasswordRecent } from './step-up'

it.each([
  ['2026-11-18T09:00:00.000Z', true, 'at once'],
  ['2026-11-18T09:10:00.000Z', true, 'after ten minutes'],
  ['2026-11-18T09:10:00.001Z', false, 'later'],
  ['2026-11-19T09:00:00.000Z', false, 'the next day'],
])('%s: %s, %s', (now, expected) => {
  expect(isPasswordRecent('2026-11-18T09:00:00.000Z', new Date(now))).toBe(expected)
})
