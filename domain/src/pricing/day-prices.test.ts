import { expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { bookedIn, dayPricesText } from '../../testing/day-prices'
import { type ExampleRow, rulesTable } from '../../testing/rules-table'
import { formatUsd } from '../lib/money'
import { bookedDaysOf, dayPricesToDollars, priceDays } from './day-prices'

const november = aMonth('November 2025', {
  regularPriceCents: 2200,
  dayTypes: { 7: 'noon', 10: 'unavailable' },
})

const priced = (row: ExampleRow) =>
  priceDays(november, row.days('days'), bookedIn(row.text('booked'), row.cents('fee before')[0] ?? 0))

const pricedWithCredits = (row: ExampleRow) => {
  const booked = bookedIn(row.text('booked'), row.cents('fee before')[0] ?? 0, row.text('credits'))
  return priceDays(november, row.days('days'), booked)
}

test.each(rulesTable('prices.md', 'Editing days'))('$name', (row) => {
  expect(dayPricesText(priced(row).dayPrices)).toBe(row.text('day prices'))
  expect(formatUsd(priced(row).feeCents)).toBe(row.text('fee'))
})

test.each(rulesTable('prices.md', 'Editing days without known prices'))('$name', (row) => {
  expect(dayPricesText(pricedWithCredits(row).dayPrices)).toBe(row.text('day prices'))
  expect(formatUsd(pricedWithCredits(row).feeCents)).toBe(row.text('fee'))
})

test('prices are stored and sent in dollars, exact to the cent', () => {
  const dayPrices = { 1: 2010, 2: 5, 3: 100_000_000, 31: 0 }
  const day_prices = dayPricesToDollars(dayPrices)
  expect(day_prices).toEqual({ 1: 20.1, 2: 0.05, 3: 1_000_000, 31: 0 })
  expect(bookedDaysOf({ selected_days: [1, 2, 3, 31], day_prices, credits: {} }, 7).dayPrices).toEqual(
    dayPrices,
  )
})

test('an edit keeps the price of a cancelled day, whatever was chosen for it', () => {
  const cancelled = {
    ...november,
    dayTypes: { 10: 'unavailable', 11: 'no_school' } as const,
    cancelledDays: [10, 11],
  }
  const booked = {
    days: [3, 10, 11],
    dayPrices: { 3: 2000, 10: 2000, 11: 0 },
    feeCents: 4000,
    credits: { 11: 2000 },
  }
  expect(priceDays(cancelled, [3, 5, 10, 11], booked)).toEqual({
    dayPrices: { 3: 2000, 5: 2200, 10: 2000, 11: 0 },
    feeCents: 6200,
  })
})
