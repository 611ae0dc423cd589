import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { retentionRule, retentionStep } from './retention'
import { retentionSchema } from './retention-schemas'

test.each(rulesTable('privacy.md', 'Families who left'))('$name', (row) => {
  const mailedOn = row.text('mailed') === 'never' ? null : row.text('mailed')
  const family = { lastOn: row.text('last here'), queuedOn: mailedOn, mailedOn }
  expect(retentionStep(family, Number(row.text('months')), row.text('today'))).toBe(row.text('is'))
})

test('a mail that could not be sent is not sent again for half a year, and nothing is erased', () => {
  const family = { lastOn: '2026-11-10', queuedOn: '2027-10-11', mailedOn: null }
  expect(retentionStep(family, 12, '2027-12-31')).toBe('wait')
  expect(retentionStep(family, 12, '2028-04-08')).toBe('mail')
})

test('anything but a number of months is refused with a sentence', () => {
  for (const months of ['24', true, undefined]) {
    const { error } = retentionSchema.safeParse({ months })
    expect(error?.issues[0]?.message).toBe('Please enter a whole number from 12 to 84')
  }
})

test.each([
  [null, true],
  [12, true],
  [84, true],
  [11, false],
  [85, false],
  [12.5, false],
  [Number.NaN, false],
])('%s months may be chosen: %s', (months, isAllowed) => {
  expect(retentionRule(months) === undefined).toBe(isAllowed)
})
