import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { formatDayCount, formatDayTotal } from './day-count'

test.each(rulesTable('cancelled-days.md', 'Counting days'))('$name', (row) => {
  const [days, cancelled] = [row.days('days'), row.days('cancelled in the month')]
  expect(formatDayCount(days, cancelled)).toBe(row.text('English'))
  expect(formatDayCount(days, cancelled, 'es')).toBe(row.text('Spanish'))
  expect(formatDayTotal(days, cancelled).replaceAll('\u00a0', ' ')).toBe(row.text('under "Days"'))
})
