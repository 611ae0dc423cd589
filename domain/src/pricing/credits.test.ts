import { expect, test } from 'vitest'
import { bookedIn, dayPricesText } from '../../testing/day-prices'
import { type ExampleRow, rulesTable } from '../../testing/rules-table'
import { formatUsd } from '../lib/money'
import { bookedPriceCents, creditDay, creditsOf, feeChangeText, leaveCredit, undoCredit } from './credits'
import { es } from './texts/es'

const CURRENT = 2200

const creditedIn = (row: ExampleRow, credits: string) =>
  bookedIn(row.text('booked'), row.cents('fee')[0] ?? 0, credits)

const amount = (cents: number | undefined) => (cents === undefined ? 'none' : formatUsd(Math.abs(cents)))

test.each(rulesTable('cancelled-days.md', 'Crediting a day'))('$name', (row) => {
  const before = creditedIn(row, 'none')
  const n = Number(row.text('day'))
  const change = creditDay(before, n, CURRENT)
  const after = { ...before, ...change }
  expect(amount(change?.differenceCents)).toBe(row.text('credited'))
  expect(formatUsd(after.feeCents)).toBe(row.text('fee after'))
  expect(dayPricesText(after.dayPrices)).toBe(row.text('day prices'))
  expect(creditDay(after, n, CURRENT)).toBeNull()
  const undone = change && undoCredit(after, n)
  if (undone) expect({ ...after, ...undone }).toEqual({ ...before, differenceCents: -change.differenceCents })
})

test.each(rulesTable('cancelled-days.md', 'A cancelled day takes place after all'))('$name', (row) => {
  const before = creditedIn(row, row.text('credits'))
  const n = Number(row.text('day'))
  const change = undoCredit(before, n)
  const after = { ...before, ...change }
  expect(amount(change?.differenceCents)).toBe(row.text('put back'))
  expect(formatUsd(after.feeCents)).toBe(row.text('fee after'))
  expect(dayPricesText(after.dayPrices)).toBe(row.text('day prices'))
  if (change) expect(undoCredit(after, n)).toBeNull()
  const left = { ...before, ...leaveCredit(before, n) }
  expect(left).toMatchObject({ feeCents: before.feeCents, dayPrices: before.dayPrices })
  expect(undoCredit(left, n)).toBeNull()
  expect(leaveCredit(left, n)).toBeNull()
})

test('a credit that was left is not put back by a second cancellation that is undone', () => {
  for (const dayPrices of [{ 3: 2000, 4: 2000 }, null]) {
    const booked = { days: [3, 4], dayPrices, feeCents: 4000, credits: {} }
    const credited = { ...booked, ...creditDay(booked, 4, 2000) }
    const left = { ...credited, ...leaveCredit(credited, 4) }
    expect(creditDay(left, 4, 2000)).toBeNull()
    expect(undoCredit(left, 4)).toBeNull()
    expect(left.feeCents).toBe(2000)
  }
})

test('a price that is not known counts as the price of the day now, but never as more than the fee', () => {
  const booked = { days: [3, 4], dayPrices: null, feeCents: 1500, credits: {} }
  expect(bookedPriceCents(booked, 4, 1000)).toBe(1000)
  expect(bookedPriceCents(booked, 4, 2200)).toBe(1500)
})

test('a change of the fee is named in the history', () => {
  expect(feeChangeText({ day: '2026-12-04', amount: -20 })).toBe(
    'Cancelled by the program: Friday, December 4, \u2212$20.00',
  )
  expect(feeChangeText({ day: '2026-12-04', amount: -20, no_care: true })).toBe(
    'No aftercare any more: Friday, December 4, \u2212$20.00',
  )
  expect(feeChangeText({ day: '2026-12-04', amount: -20, no_care: true }, es)).toBe(
    'Ya no hay cuidado: viernes, 4 de diciembre, \u2212$20.00',
  )
  expect(feeChangeText({ day: '2026-12-04', amount: 1234.5 })).toBe(
    'Takes place after all: Friday, December 4, +$1,234.50',
  )
})

test('only days that are still booked keep their credit', () => {
  expect(creditsOf({ 3: 2000, 7: 1000 }, [7, 8])).toEqual({ 7: 1000 })
})
