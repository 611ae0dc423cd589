import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { isPasswordRecent } from './step-up'

const at = (time: string) => `2026-11-18T${time.padStart(8, '0')}.000Z`

test.each(rulesTable('sessions.md', 'Entering the password again'))('$name', (row) => {
  const isAskedAgain = !isPasswordRecent(at(row.text('entered at')), new Date(at(row.text('used at'))))
  expect(isAskedAgain ? 'yes' : 'no').toBe(row.text('asked again'))
})
