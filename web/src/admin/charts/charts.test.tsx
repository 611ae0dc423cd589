import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Router } from '../../router/router'
import { ChildrenPerDayChart } from './children-per-day-chart'
import { FeesChart } from './fees-chart'

const december = {
  month_name: 'December',
  year: 2026,
  days: [
    { day: '2026-12-01', children: 12, seats: 30 },
    { day: '2026-12-02', children: 1, seats: 30 },
    { day: '2026-12-03', children: 0, seats: null },
    { day: '2026-12-04', children: 21, seats: 20 },
  ],
}

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

it('is a table of days for screen readers, and every bar links to its day report', async () => {
  render(
    <Router>
      <ChildrenPerDayChart month={december} view="bars" />
    </Router>,
  )
  const table = screen.getByRole('table', { name: 'December 2026' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Day', 'Children', 'Seats'])
  expect(cellsOf(table)).toEqual([
    ['12', '30'],
    ['1', '30'],
    ['0', '-'],
    ['21', '20'],
  ])
  expect(screen.getByRole('rowheader', { name: 'Friday, December 4' })).toBeDefined()
  const bar = screen.getByRole('link', { name: '1 child on Wednesday, December 2' })
  expect(bar.getAttribute('href')).toBe('/admin/day-reports?date=2026-12-02')
  const over = screen.getByRole('link', { name: '21 children on Friday, December 4' })
  expect(over.querySelector('[data-over]')).not.toBeNull()
})

it('is one tab stop, with arrow keys within', async () => {
  render(
    <Router>
      <ChildrenPerDayChart month={december} view="bars" />
      <button type="button">After</button>
    </Router>,
  )
  const user = userEvent.setup()
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  await user.tab()
  expect(focused()).toBe('12 children on Tuesday, December 1')
  await user.keyboard('{ArrowLeft}{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('0 children on Thursday, December 3')
  await user.keyboard('{End}{ArrowRight}')
  expect(focused()).toBe('21 children on Friday, December 4')
  await user.tab()
  expect(focused()).toBe('After')
  await user.tab({ shift: true })
  expect(focused()).toBe('21 children on Friday, December 4')
})

it('omits seats when no day has a limit', () => {
  const days = december.days.map((day) => ({ ...day, seats: null }))
  render(
    <Router>
      <ChildrenPerDayChart month={{ ...december, days }} view="numbers" />
    </Router>,
  )
  expect(screen.queryByRole('columnheader', { name: 'Seats' })).toBeNull()
})

it('shows fees, payments and the uncovered amount by month, and no bar for net reversals', () => {
  const year = [
    { month_name: 'August', year: 2026, fees: 1200.5, payments: 800, uncovered: 400.5 },
    { month_name: 'July', year: 2027, fees: 0, payments: -20, uncovered: 0 },
  ]
  render(<FeesChart year={year} view="bars" />)
  const table = screen.getByRole('table', { name: 'School year 2026 to 2027' })
  expect(cellsOf(table)).toEqual([
    ['$1,200.50', '$800.00', '$400.50'],
    ['$0.00', '-$20.00', '$0.00'],
  ])
  const head = within(table).getByRole('columnheader', { name: 'Not covered' })
  const explanation = document.getElementById(head.getAttribute('aria-describedby') ?? '')?.textContent
  expect(explanation).toMatch(/^Not covered: the part of these fees that no payment for them has paid/)
  expect(head.title).toBe(explanation)
  const [fees, , , , reversed] = within(table).getAllByRole('cell')
  expect(Number(fees?.style.getPropertyValue('--height'))).toBeCloseTo(1200.5 / 1500)
  expect(reversed?.style.getPropertyValue('--height')).toBe('0')
})
