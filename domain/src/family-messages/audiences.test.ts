import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { AUDIENCES, audienceLabel, nobodyToEmail, openMonthSubject } from './audiences'

test.each(rulesTable('family-messages.md', 'To whom besides'))('$name', (row) => {
  const audience = AUDIENCES.find((each) => each === row.text('audience'))
  if (!audience) throw new Error(`Not an audience: ${row.text('audience')}`)
  const month = audience === 'month' ? 'December 2026' : null
  expect(audienceLabel(audience, 1, month)).toBe(row.text('one'))
  expect(audienceLabel(audience, 14, month)).toBe(row.text('several'))
  expect(nobodyToEmail(audience, month)).toBe(row.text('nobody'))
})

test('a month that was published is named without its year', () => {
  expect(openMonthSubject({ month_name: 'December' })).toBe('December is open for registration')
})
