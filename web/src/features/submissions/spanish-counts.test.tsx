import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { setLanguage } from '../../language/language'
import { spanish } from '../../spanish'
import { MonthCalendar } from '../../ui/month-calendar/month-calendar'
import { EditHistory } from './edit-history'
import { GivenUpDays } from './given-up-days'

afterEach(() => {
  cleanup()
  setLanguage('en')
})

const entry = (added: number[], removed: number[]) => ({
  edited_at: '2026-11-12T20:05:00Z',
  previous_days: removed,
  new_days: added,
  days_added: added,
  days_removed: removed,
})

it.each([
  [[1], [], '1 día agregado'],
  [[1, 2], [], '2 días agregados'],
  [[], [3], '1 día quitado'],
  [[1], [3, 4], '1 día agregado, 2 quitados'],
  [[], [], 'Los días no cambiaron'],
])('counts days added %j and removed %j in Spanish', (added, removed, summary) => {
  setLanguage('es', spanish)
  render(<EditHistory entries={[entry(added, removed)]} />)
  expect(screen.getByRole('region', { name: 'Historial de cambios' }).textContent).toContain(summary)
})

it.each([
  [[4], [], 'keep', 'Se canceló 1 día: 4. El costo de $10.00 se mantiene.'],
  [[11, 4], [], 'keep', 'Se cancelaron 2 días: 4, 11. El costo de $10.00 se mantiene.'],
  [
    [11, 4],
    [4],
    'none',
    'Se canceló 1 día: 11. Se mantiene 1 día, porque su hijo o hija estuvo aquí: 4. El costo es $10.00; antes era $20.00.',
  ],
  [
    [11, 4],
    [4, 11],
    'keep',
    'Se mantienen 2 días, porque su hijo o hija estuvo aquí: 4, 11. El costo de $10.00 se mantiene.',
  ],
] as const)(
  'says which days of %j a cancelled registration gave up, but %j (%s)',
  (days, stayed, fee, text) => {
    setLanguage('es', spanish)
    const { container } = render(
      <GivenUpDays
        cancellation={{ fee, selected_days: days, fee_before: 20 }}
        submission={{ selected_days: stayed, total_fee: 10 }}
      />,
    )
    expect(container.textContent).toBe(text)
  },
)

it('names the days of the calendar in the language chosen', () => {
  const cell = { day: 4, weekday: 5, type: 'early' as const, priceLabel: '$30', selected: true }
  render(<MonthCalendar monthIndex={11} year={2026} cells={[cell]} />)
  expect(
    screen.getByRole('button', { name: 'Friday, December 4, 2:30 Dismissal, $30, selected' }),
  ).toBeDefined()
  cleanup()
  setLanguage('es', spanish)
  render(<MonthCalendar monthIndex={11} year={2026} cells={[cell]} />)
  expect(
    screen.getByRole('button', { name: 'viernes, 4 de diciembre, Salida a las 2:30, $30, elegido' }),
  ).toBeDefined()
})
