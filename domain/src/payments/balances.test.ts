import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { addDays } from '../lib/days'
import { formatUsd, sumCents, toDecimal } from '../lib/money'
import { guestEmailOf, guestParentId, isGuest } from '../submissions/guests'
import { applyToOpen, isSameApplication } from './applications'
import {
  appliedToLabel,
  openCents,
  outstandingCents,
  PAYMENT_METHODS,
  PAYMENT_STATUS_LABELS,
  parentTotals,
  paymentMethodLabel,
  paymentRowLabel,
} from './balances'
import { balanceTexts, paidTexts } from './family-balance'
import { paymentDateError, paymentDates, paymentRules } from './payment-dates'
import { reversalRules } from './reversals'
import { es } from './texts/es'

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

test.each(rulesTable('balances.md', 'Reversing a payment'))('reversing: $name', (row) => {
  const cents = (column: string) => row.cents(column).reduce((sum, each) => sum + each, 0)
  const left = cents('payment') - cents('reversed before')
  const error = reversalRules(left).amount(toDecimal(cents('reversed now')))
  expect(error ?? '').toBe(row.text('message'))
  expect(error === undefined ? left - cents('reversed now') : left).toBe(cents('left'))
})

test.each(rulesTable('balances.md', 'Applying a general payment'))('applying $name', (row) => {
  const [left = 0] = row.cents('left')
  const open = row.cents('open, oldest first').map((openCents, n) => ({ id: `s${n}`, openCents }))
  const parts = applyToOpen(left, open)
  const applied = open.map(({ id }) => parts.find(({ submissionId }) => submissionId === id)?.cents ?? 0)
  expect(applied).toEqual(row.cents('applied'))
  expect(parts.every(({ cents }) => cents > 0)).toBe(true)
  const rest = left - sumCents(parts.map(({ cents }) => cents))
  expect([rest]).toEqual(row.cents('stays general'))
})

test('an application is the same only with the same submissions and amounts in the same order', () => {
  const [a, b] = [
    { submissionId: 'a', cents: 1 },
    { submissionId: 'b', cents: 2 },
  ] as const
  expect(isSameApplication([a, b], [{ ...a }, { ...b }])).toBe(true)
  for (const other of [[b, a], [a], [a, { ...b, cents: 3 }], [a, { ...b, submissionId: 'c' }], []])
    expect(isSameApplication([a, b], other)).toBe(false)
})

test.each([
  [50, null, null, null, 50, 0, null],
  [50, null, null, null, 30, 20, null],
  [50, null, null, null, 0, 50, 'Reversed'],
  [50, null, null, null, 0, 20, 'Applied'],
  [50, 's', null, null, 0, 20, 'Made general'],
  [0, null, null, null, 0, 0, null],
  [-20, null, 'p', null, 0, 0, 'Reversal'],
  [20, null, 'p', null, 0, 0, 'Reversal undone'],
  [-20, null, 'p', 'p', 0, 0, 'Moved'],
  [20, 's', null, 'p', 20, 0, 'Moved'],
  [20, 's', null, 'p', 0, 20, 'Reversed'],
  [20, 's', null, 'p', 0, 5, 'Moved back'],
  [20, null, null, 'p', 20, 0, 'Moved'],
  [20, null, null, 'p', 0, 5, 'Applied'],
] as const)(
  'a row of %d for %s says %s',
  (amount, submission, reverses, movedFrom, left, reversed, label) => {
    const row = { amount, submission_id: submission, left_amount: left, reversed_amount: reversed }
    expect(paymentRowLabel({ ...row, reverses_payment_id: reverses, moved_from_payment_id: movedFrom })).toBe(
      label,
    )
  },
)

test.each(rulesTable('balances.md', 'What families see'))('families see: $name', (row) => {
  const [balanceCents = 0] = row.cents('Balance Due')
  const [generalCents = 0] = row.cents('general payments')
  expect(balanceTexts({ balanceCents, generalCents }).join(' / ')).toBe(row.text('shown'))
})

test.each(rulesTable('balances.md', 'What was paid for a submission'))('billed, fee, paid: $name', (row) => {
  const [feeCents = 0] = row.cents('fee')
  const [paidCents = 0] = row.cents('paid')
  const billedStatus = row.yes('billed') ? 'billed' : 'not_billed'
  const texts = paidTexts({ billedStatus, feeCents, paidCents, isCancelled: row.yes('cancelled') })
  expect(texts.join(' / ') || 'nothing').toBe(row.text('shown'))
})

test('families see it in Spanish', () => {
  expect(balanceTexts({ balanceCents: -3005, generalCents: 100 }, es)).toEqual([
    'Nada por pagar',
    'Saldo a favor de $30.05',
    'Pagos generales: $1.00, incluidos',
  ])
  const billed = { billedStatus: 'billed', feeCents: 12000, paidCents: 4000, isCancelled: false } as const
  expect(paidTexts(billed, es)).toEqual(['$40.00 de $120.00 pagado'])
  expect(paidTexts({ ...billed, billedStatus: 'not_billed' }, es)).toEqual([
    'Aún no facturado',
    '$40.00 pagado',
  ])
})
