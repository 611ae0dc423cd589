import { toMonthCalendar } from '@aftercare/domain/months/months'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DECEMBER } from '../../testing/parent-server'
import { MonthSheet } from './month-sheet'

afterEach(cleanup)

it('prints a cancelled day as cancelled, whatever type it has, unless it takes place after all', () => {
  const calendar = toMonthCalendar({
    ...DECEMBER,
    year: 2026,
    day_types: { 3: 'unavailable', 4: 'unavailable', 7: 'no_school', 8: 'noon' },
    cancelled_days: [4, 7, 8],
  })
  render(<MonthSheet calendar={calendar} monthIndex={11} />)
  const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
  const dec = (n: number) => cells.find((text) => new RegExp(`^${n}(?!\\d)`).test(text))
  expect([3, 4, 7, 8].map(dec)).toEqual(['3Unavailable', '4Cancelled', '7Cancelled', '8Noon Dismissal$30'])
})
