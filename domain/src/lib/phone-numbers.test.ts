import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { isPhone } from './field-lengths'

test.each(rulesTable('forms.md', 'Phone numbers'))('$name', (row) => {
  expect(isPhone(row.text('typed'))).toBe(row.yes('counts'))
})

test('no phone is none', () => {
  expect([null, undefined, ''].map(isPhone)).toEqual([false, false, false])
})
