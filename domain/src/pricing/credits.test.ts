import { describe, expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { bookedIn, dayPricesText } from '../../testing/day-prices'
import { type ExampleRow, rulesTable } from '../../testing/rules-table'
import { formatUsd } from '../lib/money'
import {
  bookedPriceCents,
  creditDay,
  creditsOf,
  feeChangeText,
  keptFeeErrors,
  leaveCredit,
  undoCredit,
} from './credits'

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
    'Cancelled by the programme: Friday, December 4, \u2212$20.00',
  )
  expect(feeChangeText({ day: '2026-12-04', amount: 1234.5 })).toBe(
    'Takes place after all: Friday, December 4, +$1,234.50',
  )
})

describe('a cancelled day', () => {
  const month = aMonth('December 2026', {
    dayTypes: { 4: 'unavailable', 7: 'unavailable' },
    cancelledDays: [4],
  })
  const booked = { days: [3, 4, 7], dayPrices: { 3: 2000, 4: 2000, 7: 2000 }, feeCents: 6000, credits: {} }

  test('cannot be given up while its fee is kept', () => {
    expect(keptFeeErrors(month, booked, [3, 7])).toMatchObject([
      {
        n: 4,
        reason: 'fee_kept',
        message: "Friday, December 4 was cancelled and its fee stays, so it can't be removed.",
      },
    ])
    expect(keptFeeErrors(month, booked, [4])).toEqual([])
    expect(keptFeeErrors(month, { ...booked, dayPrices: null }, [3, 7])).toHaveLength(1)
  })

  test('can be given up once it is credited', () => {
    const credits = { 4: 2000 }
    const known = { ...booked, dayPrices: { ...booked.dayPrices, 4: 0 }, credits }
    expect(keptFeeErrors(month, known, [3])).toEqual([])
    expect(keptFeeErrors(month, { ...booked, dayPrices: null, credits }, [3])).toEqual([])
  })
})

test('only days that are still booked keep their credit', () => {
  expect(creditsOf({ 3: 2000, 7: 1000 }, [7, 8])).toEqual({ 7: 1000 })
})

test('without known prices, a cancelled day can be given up where nothing is charged', () => {
  const month = aMonth('December 2026', { cancelledDays: [4] })
  const errors = (feeCents: number) => keptFeeErrors(month, bookedIn('3, 4: not known', feeCents), [3])
  expect(errors(2000).map(({ n }) => n)).toEqual([4])
  expect(errors(0)).toEqual([])
})
