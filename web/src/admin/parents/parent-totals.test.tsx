import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ParentTotals } from './parent-totals'

afterEach(cleanup)

it.each([
  ['paid', 'Paid'],
  ['unpaid', 'Unpaid'],
] as const)('the Status card says %s without a second figure beside it', (payment_status, word) => {
  const totals = { billed: 60, paid: 20, balance: 40, billed_submissions: 2, payments: 1, reversals: 0 }
  render(<ParentTotals totals={{ ...totals, payment_status }} />)
  const card = screen.getByText('Status').closest('dl')
  expect(card?.textContent).toContain(word)
  expect(card?.textContent).not.toMatch(/[$\d]/)
  expect(screen.queryByText(/170/)).toBeNull()
})

it('names reversals apart from payments', () => {
  const totals = { billed: 60, paid: 20, balance: 40, billed_submissions: 2, payments: 28, reversals: 1 }
  render(<ParentTotals totals={{ ...totals, payment_status: 'unpaid' }} />)
  expect(screen.getByText('28 payments, 1 reversal')).toBeDefined()
})
