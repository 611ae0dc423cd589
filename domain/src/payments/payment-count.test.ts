import { expect, it } from 'vitest'
import { paymentCount } from './payment-count'

it.each([
  [0, 0, '0 payments'],
  [1, 0, '1 payment'],
  [28, 1, '28 payments, 1 reversal'],
  [1, 2, '1 payment, 2 reversals'],
  [0, 1, '1 reversal'],
])('%i payments and %i reversals are "%s"', (payments, reversals, text) => {
  expect(paymentCount(payments, reversals)).toBe(text)
})
