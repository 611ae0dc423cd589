import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { monthLabel } from '../months/months'
import { openCents } from '../payments/balances'
import { axisMax, chartDays, schoolYearMonths } from './charts'

test.each(rulesTable('charts.md', 'School years'))('$name', (row) => {
  const months = schoolYearMonths(row.text('today')).map((month) => monthLabel(month))
  expect(months).toHaveLength(12)
  expect([months[0], months[11]]).toEqual([row.text('first month'), row.text('last month')])
})

test.each(rulesTable('charts.md', 'Not covered'))('$name', (row) => {
  const [totalFeeCents = Number.NaN] = row.cents('fee')
  const [paidCents = Number.NaN] = row.cents('its own payments')
  expect([openCents({ totalFeeCents, paidCents })]).toEqual(row.cents('not covered'))
})

test.each(rulesTable('charts.md', 'Axis maximum'))('$name', (row) => {
  expect(axisMax(Number(row.text('highest')))).toBe(Number(row.text('ends at')))
})

test('a chart shows Monday to Friday, and a Saturday if anyone is booked', () => {
  const days = chartDays({ year: 2026, monthIndex: 10 }, { '7': 1, '8': 0, '9': 4 })
  expect(days).toHaveLength(22)
  expect(days.slice(4, 7)).toEqual(['2026-11-06', '2026-11-07', '2026-11-09'])
})
