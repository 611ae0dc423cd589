import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aMonth, YEARS_OF_MONTHS } from '../../testing/builders'
import { type ExampleRow, rulesTable } from '../../testing/rules-table'
import { formatUsd, sumCents } from '../lib/money'
import { DAY_TYPES, type MonthCalendar } from '../months/months'
import { priceDays } from './day-prices'
import {
  dayPriceCents,
  feeBreakdown,
  feeCents,
  type Prices,
  pricesLabel,
  pricesToPublish,
  totalCents,
} from './fees'

const october = aMonth('October 2025', { dayTypes: { 10: 'noon', 17: 'early', 13: 'no_school' } })

test.each(rulesTable('prices.md', 'The price of a day'))('$name', (row) => {
  const type = DAY_TYPES.find((known) => known === row.text('type')) ?? 'regular'
  const month = aMonth('October 2025', {
    regularPriceCents: row.cents('regular price')[0] ?? null,
    specialPriceCents: row.cents('special price')[0] ?? null,
    dayTypes: { 6: type },
  })
  expect(formatUsd(dayPriceCents(month, 6))).toBe(row.text('price'))
})

test.each(rulesTable('prices.md', 'The fee of a registration'))('$name', (row) => {
  const fee = feeCents(october, row.days('days'))
  expect(formatUsd(fee)).toBe(row.text('fee per child'))
  expect(formatUsd(totalCents(fee, Number(row.text('children'))))).toBe(row.text('total'))
})

const pricesOf = (row: ExampleRow, column: string): Prices | null => {
  const [regularPriceCents, specialPriceCents] = row.cents(column)
  if (regularPriceCents === undefined) return null
  return { regularPriceCents, specialPriceCents: specialPriceCents ?? null }
}

test.each(rulesTable('prices.md', 'Publishing a draft'))('$name', (row) => {
  const seen = pricesOf(row, 'seen as current')
  const none = { regularPriceCents: null, specialPriceCents: null }
  const [own, current] = [pricesOf(row, 'draft') ?? none, pricesOf(row, 'current') ?? none]
  const use = row.text('chosen') === 'current' ? 'current' : 'own'
  const prices = pricesToPublish(own, current, seen ? { use, seen } : undefined)
  expect(prices ? pricesLabel(prices) : 'asked').toBe(row.text('published at'))
})

test('the fee summary has a line for each chosen day type', () => {
  expect(feeBreakdown(october, [17, 7, 6, 10])).toEqual([
    { type: 'regular', label: 'Regular', days: [6, 7], priceCents: 2000, subtotalCents: 4000 },
    { type: 'noon', label: 'Noon Dismissal', days: [10], priceCents: 3000, subtotalCents: 3000 },
    { type: 'early', label: '2:30 Dismissal', days: [17], priceCents: 3000, subtotalCents: 3000 },
  ])
  expect(feeBreakdown(october, [])).toEqual([])
})

describe('any month and days', () => {
  const dayNumber = fc.integer({ min: 1, max: 31 })
  const days = fc.uniqueArray(dayNumber)
  const price = fc.option(fc.integer({ min: 0, max: 100_000 }))
  const month = fc
    .record({
      plain: fc.constantFrom(...YEARS_OF_MONTHS),
      dayTypes: fc.dictionary(dayNumber.map(String), fc.constantFrom(...DAY_TYPES)),
      specialDays: days,
      regularPriceCents: price,
      specialPriceCents: price,
    })
    .map(({ plain, ...rest }): MonthCalendar => ({ ...plain, ...rest }))

  test('a fee never depends on the order of days', () => {
    const shuffled = days.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(month, shuffled, (some, [list, other]) => {
        expect(feeCents(some, other)).toBe(feeCents(some, list))
      }),
    )
  })

  test('an edit and its reverse restore the fee', () => {
    fc.assert(
      fc.property(month, days, days, (some, before, after) => {
        const start = { days: before, ...priceDays(some, before), credits: {} }
        const edited = { days: after, ...priceDays(some, after, start), credits: {} }
        expect(priceDays(some, before, edited)).toEqual(priceDays(some, before))
      }),
    )
  })

  test('the lines of the summary add up to the fee, and a fee is whole cents', () => {
    fc.assert(
      fc.property(month, days, (some, list) => {
        const lines = feeBreakdown(some, list)
        expect(sumCents(lines.map((line) => line.subtotalCents))).toBe(feeCents(some, list))
        expect(Number.isSafeInteger(feeCents(some, list))).toBe(true)
      }),
    )
  })

  test('a day given twice is charged once', () => {
    fc.assert(
      fc.property(month, days, (some, list) => {
        expect(feeCents(some, [...list, ...list])).toBe(feeCents(some, list))
      }),
    )
  })
})
