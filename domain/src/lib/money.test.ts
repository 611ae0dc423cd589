import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import {
  formatUsd,
  formatUsdDifference,
  formatUsdShort,
  parseAmount,
  sumCents,
  toCents,
  toCentsOrNull,
  toDecimal,
} from './money'

test.each(rulesTable('prices.md', 'Writing amounts'))('$name: cents are formatted', (row) => {
  const cents = Number(row.text('cents'))
  expect(toDecimal(cents)).toBe(row.text('stored and exported'))
  expect(formatUsd(cents)).toBe(row.text('shown'))
  expect(formatUsdShort(cents)).toBe(row.text('in a calendar cell'))
  expect(toCents(row.text('stored and exported'))).toBe(cents)
})

test.each(rulesTable('prices.md', 'Reading amounts'))('$name: a typed amount is parsed', (row) => {
  const expected = row.text('cents')
  expect(parseAmount(row.text('typed'))).toBe(expected === 'invalid' ? null : Number(expected))
})

test('every amount survives a round trip through the database format', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (cents) => {
      expect(parseAmount(toDecimal(cents))).toBe(cents)
      expect(toCents(Number(toDecimal(cents)))).toBe(cents)
    }),
  )
})

test('fractions of a cent are rounded, and nothing is ever minus zero', () => {
  expect(toDecimal(7000 / 3)).toBe('23.33')
  expect(formatUsd(10000 / 6)).toBe('$16.67')
  expect(formatUsd(-0.2)).toBe('$0.00')
  expect(toDecimal(-0.2)).toBe('0.00')
  expect(Object.is(toCents('-0.00'), 0)).toBe(true)
})

test('a missing price stays missing, and text that is not an amount throws', () => {
  expect(toCentsOrNull(null)).toBeNull()
  expect(toCentsOrNull('0.00')).toBe(0)
  for (const text of ['twenty', 'x20', '20x', '20.5 0', '']) {
    expect(() => toCents(text)).toThrow(new RangeError(`"${text}" is not an amount of money`))
  }
  expect(parseAmount(Number.NaN)).toBeNull()
  expect(parseAmount(' 20.50 ')).toBe(2050)
})

test('a sum may be larger than an amount that can be typed', () => {
  expect(toCents(199_999_999.98)).toBe(19_999_999_998)
  expect(toCents(-100_000_000)).toBe(-10_000_000_000)
  expect(parseAmount('100000000')).toBeNull()
})

test('a difference has its sign', () => {
  expect([2000, 0, -2000].map(formatUsdDifference)).toEqual(['+$20.00', '$0.00', '-$20.00'])
})

test('amounts add up', () => {
  expect(sumCents([2000, 3050])).toBe(5050)
  expect(sumCents([])).toBe(0)
})

test('amounts are written as Intl writes US dollars', () => {
  const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (cents) => {
      expect(formatUsd(cents)).toBe(usd.format(cents / 100))
    }),
  )
})
