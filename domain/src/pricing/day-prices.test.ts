import { expect, test } from 'vitest'
import { aMonth } from '../../test/builders'
import { type ExampleRow, rulesTable } from '../../test/rules-table'
import { formatUsd, formatUsdShort } from '../lib/money'
import { type BookedDays, bookedDaysOf, type DayPrices, dayPricesToDollars, priceDays } from './day-prices'

const november = aMonth('November 2025', {
  regularPriceCents: 2200,
  dayTypes: { 7: 'noon', 10: 'unavailable' },
})

/** "3: $20, 7: $30", or "3, 7: not known". */
function bookedIn(row: ExampleRow): BookedDays {
  const [feeCents = 0] = row.cents('fee before')
  const text = row.text('booked')
  if (text.endsWith(': not known')) {
    return { days: text.split(':')[0]?.split(', ').map(Number) ?? [], dayPrices: null, feeCents }
  }
  const entries = text.split(', ').map((entry) => entry.split(': $').map(Number))
  return {
    days: entries.map(([n = 0]) => n),
    dayPrices: Object.fromEntries(entries.map(([n, dollars = 0]) => [n, dollars * 100])),
    feeCents,
  }
}

const textOf = (dayPrices: DayPrices | null) =>
  dayPrices === null
    ? 'not known'
    : Object.entries(dayPrices)
        .map(([n, cents]) => `${n}: ${formatUsdShort(cents)}`)
        .join(', ')

test.each(rulesTable('prices.md', 'Editing days'))('$name', (row) => {
  const booked = bookedIn(row)
  const priced = priceDays(november, row.days('days'), booked)
  expect(textOf(priced.dayPrices)).toBe(row.text('day prices'))
  expect(formatUsd(priced.feeCents)).toBe(row.text('fee'))
})

test.each(rulesTable('prices.md', 'Editing days without known prices'))('$name', (row) => {
  const priced = priceDays(november, row.days('days'), bookedIn(row))
  expect(textOf(priced.dayPrices)).toBe(row.text('day prices'))
  expect(formatUsd(priced.feeCents)).toBe(row.text('fee'))
})

test('prices are stored and sent in dollars, exact to the cent', () => {
  const dayPrices = { 1: 2010, 2: 5, 3: 100_000_000, 31: 0 }
  const day_prices = dayPricesToDollars(dayPrices)
  expect(day_prices).toEqual({ 1: 20.1, 2: 0.05, 3: 1_000_000, 31: 0 })
  expect(bookedDaysOf({ selected_days: [1, 2, 3, 31], day_prices }, 7).dayPrices).toEqual(dayPrices)
  expect(dayPricesToDollars(null)).toBeNull()
})
