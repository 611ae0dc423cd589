import type { MonthCalendar } from '@aftercare/domain/months/months'
import { NO_SEATING } from '@aftercare/domain/months/seats'
import { expect, it } from 'vitest'
import { monthCells } from './month-cells'

const december: MonthCalendar = {
  monthName: 'December',
  year: 2026,
  regularPriceCents: 2200,
  specialPriceCents: 3000,
  specialDays: [],
  cancelledDays: [],
  closedDays: [],
  dayTypes: { 4: 'noon', 7: 'unavailable' },
  seating: NO_SEATING,
}
const TODAY = '2026-11-16'

const prices = (choice: Parameters<typeof monthCells>[2], ...days: number[]) => {
  const cells = monthCells(december, TODAY, choice)
  return days.map((n) => cells.find(({ day }) => day === n)?.priceLabel)
}

it('shows what the days of a registration were booked at, whatever they cost now', () => {
  const choice = { selected: [1, 4, 7], dayPrices: { 1: 2000, 4: 2000, 7: 2050 }, isReadOnly: true }
  expect(prices(choice, 1, 2, 4, 7)).toEqual(['$20', undefined, '$20', '$20.50'])
})

it('shows no price for days whose booked price is not known', () => {
  expect(prices({ selected: [1, 4], dayPrices: null, isReadOnly: true }, 1, 4)).toEqual([
    undefined,
    undefined,
  ])
  expect(prices({ selected: [1, 2], original: [1, 4], dayPrices: null }, 1, 2, 3, 4)).toEqual([
    undefined,
    '$22',
    '$22',
    undefined,
  ])
})

it('shows current prices for new days, in an edit beside those of booked ones', () => {
  expect(prices({ selected: [1] }, 1, 2, 4)).toEqual(['$22', '$22', '$30'])
  expect(prices({ selected: [2], original: [1], dayPrices: { 1: 2000, 2: 2200 } }, 1, 2, 3)).toEqual([
    '$20',
    '$22',
    '$22',
  ])
})

it('shows a cancelled day as such: no tick, no price unless it was kept, and no way to give it up', () => {
  const month = { ...december, cancelledDays: [7] }
  const cell = (choice: Parameters<typeof monthCells>[2]) =>
    monthCells(month, TODAY, choice).find(({ day }) => day === 7)
  const cancelled = { cancelled: true, disabled: true }
  const credited = cell({ selected: [1, 7], dayPrices: { 1: 2000, 7: 0 }, isReadOnly: true })
  expect(credited).toMatchObject({ ...cancelled, priceLabel: undefined })
  expect(credited?.selected).toBeUndefined()
  const kept = cell({ selected: [1, 7], original: [1, 7], dayPrices: { 1: 2000, 7: 2000 } })
  expect(kept).toMatchObject({ ...cancelled, priceLabel: '$20' })
  expect(cell({ selected: [1] })).toMatchObject({ ...cancelled, priceLabel: undefined })
})

it('shows once, in place of the day type, how many seats are left where there are too few', () => {
  const month = { ...december, seating: { ...NO_SEATING, seats: 10, taken: { 11: 9, 14: 8 } } }
  const cell = (n: number) =>
    monthCells(month, TODAY, { selected: [], children: 2, byStaff: true }).find(({ day }) => day === n)
  expect(cell(11)).toMatchObject({ label: '1 left', leftLabel: undefined, disabled: false })
  expect(cell(14)).toMatchObject({ label: undefined, leftLabel: '2 left' })
})
