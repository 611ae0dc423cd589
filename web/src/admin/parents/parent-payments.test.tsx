import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { ParentPayments } from './parent-payments'
import type { ParentDetail, Payment } from './parents.api'

const PARENT = { id: 'p1', full_name: 'Dana', totals: { balance: 0 } } as ParentDetail
const payment = (values: Partial<Payment>): Payment => ({
  id: 'own',
  parent_id: 'p1',
  amount: 60,
  payment_method: 'check',
  submission_id: 's1',
  notes: null,
  payment_date: '2026-11-03',
  recorded_by: 'a1',
  recorded_by_name: 'Rosa Medina',
  reverses_payment_id: null,
  reversed_by_payment_id: null,
  moved_from_payment_id: null,
  left_amount: 60,
  reversed_amount: 0,
  is_overpaid: false,
  created_at: '2026-11-03T12:00:00Z',
  ...values,
})

let rows: Payment[]
let sent: string[]
beforeEach(() => {
  sent = []
})

withStaff((url, init) => {
  if (url.pathname === '/api/admin/parents/p1/payments')
    return Response.json({ rows, total: rows.length, page: 1, size: 25 })
  if (init?.method !== 'POST') return undefined
  sent.push(url.pathname)
  return Response.json({ id: 'own' })
})

it.each([
  ['Make general', 'Make it a general payment?', { is_overpaid: true }, 'Payment made general'],
  [
    'Move back',
    'Move back to the general payment?',
    { moved_from_payment_id: 'general' },
    'Payment moved back',
  ],
])('%s is offered for a payment of a submission', async (label, title, values, done) => {
  rows = [payment(values), payment({ id: 'left', submission_id: null, left_amount: 5 })]
  const user = renderAdminPage('/', <ParentPayments parent={PARENT} />)
  const of = '$60.00 from Nov 3, 2026'
  await user.click(await screen.findByRole('button', { name: `${label} ${of}` }))
  const dialog = within(await screen.findByRole('alertdialog', { name: title }))
  await user.click(dialog.getByRole('button', { name: label }))
  expect(await screen.findByText(done)).toBeDefined()
  await waitFor(() => expect(sent).toEqual(['/api/admin/payments/own/undo-application']))
  expect(screen.queryByRole('button', { name: `${label} $5.00 from Nov 3, 2026` })).toBeNull()
})

it('offers neither while the submission costs what was paid for it', async () => {
  rows = [payment({})]
  renderAdminPage('/', <ParentPayments parent={PARENT} />)
  await screen.findByRole('button', { name: /^Reverse/ })
  expect(screen.queryByRole('button', { name: /^(?:Make general|Move back)/ })).toBeNull()
})
