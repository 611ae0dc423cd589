import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { addDays } from '../lib/days'
import { formatUsd } from '../lib/money'
import { guestEmailOf, guestParentId, isGuest } from '../submissions/guests'
import {
  appliedToLabel,
  openCents,
  outstandingCents,
  PAYMENT_METHODS,
  PAYMENT_STATUS_LABELS,
  parentTotals,
  paymentMethodLabel,
} from './balances'
import { paymentDateError, paymentDates, paymentRules } from './payment-dates'

test.each(rulesTable('balances.md', 'Outstanding'))('$name', (row) => {
  expect(formatUsd(outstandingCents(row.cents('fees'), row.cents('payments')))).toBe(row.text('outstanding'))
})

test.each(rulesTable('balances.md', 'Balance Due'))('$name', (row) => {
  const billed = row.cents('billed fees').map((totalFeeCents) => ({
    totalFeeCents,
    billedStatus: 'billed' as const,
  }))
  const others = row.cents('fees not billed').map((totalFeeCents) => ({
    totalFeeCents,
    billedStatus: 'not_billed' as const,
  }))
  const totals = parentTotals([...billed, ...others], row.cents('payments'))
  expect(formatUsd(totals.billedCents)).toBe(row.text('Total Billed'))
  expect(formatUsd(totals.paidCents)).toBe(row.text('Total Paid'))
  expect(formatUsd(totals.balanceCents)).toBe(row.text('Balance Due'))
  expect(PAYMENT_STATUS_LABELS[totals.status]).toBe(row.text('Status'))
})

test('the seven payment methods have their labels', () => {
  const rows = rulesTable('balances.md', 'Payment methods')
  expect(rows.slice(0, -1).map((row) => row.text('stored'))).toEqual(PAYMENT_METHODS)
  for (const row of rows) {
    const method = PAYMENT_METHODS.find((known) => known === row.text('stored')) ?? null
    expect(paymentMethodLabel(method)).toBe(row.text('shown'))
  }
})

test('a payment says what it was applied to', () => {
  expect(appliedToLabel('submission-1')).toBe('Specific Submission')
  expect(appliedToLabel(null)).toBe('General Payment')
})

test('guests are one family per email, however it was typed', () => {
  expect(guestParentId(' Ana@Example.com ')).toBe('guest-ana@example.com')
  expect(guestEmailOf(guestParentId('ana@example.com'))).toBe('ana@example.com')
  expect(guestEmailOf('3f2504e0-4f89-41d3-9a0c-0305e82c3301')).toBeNull()
  expect(isGuest({ parent_id: null })).toBe(true)
  expect(isGuest({ parent_id: 'parent-1' })).toBe(false)
})

test.each(rulesTable('balances.md', 'Payment dates'))('a payment of $name', (row) => {
  const [today, first, last] = [row.text('today'), row.text('earliest'), row.text('latest')]
  expect(paymentDates(today)).toEqual({ first, last })
  for (const day of [first, today, last]) expect(paymentDateError(day, today)).toBeUndefined()
  for (const day of [addDays(first, -1), addDays(last, 1)])
    expect(paymentDateError(day, today)).toMatch(/^Please choose a date from /)
})

test('nothing is open of what is overpaid', () => {
  const open = [2000, 6000, 7000].map((paidCents) => openCents({ totalFeeCents: 6000, paidCents }))
  expect(open).toEqual([4000, 0, 0])
})

test('a payment needs a date that can be one', () => {
  const { payment_date } = paymentRules('2026-11-16')
  expect(payment_date('')).toBe('Payment date is required')
  expect(payment_date('2026-11-16')).toBeUndefined()
  expect(payment_date('2020-11-16')).toBe('Please choose a date from Nov 16, 2021 to Nov 16, 2027')
  expect(Object.keys(paymentRules('2026-11-16'))).toEqual(['amount', 'payment_date'])
})
