import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { ApplyPaymentDialog } from './apply-payment-dialog'
import type { Payment } from './parents.api'

const payment = { id: 'p1', amount: 1220, payment_date: '2026-11-10' } as Payment
const row = (id: string, month_name: string, open_amount: number) => ({
  id,
  child_name: 'Amara',
  dropin_date: null,
  month: { month_name, year: 2026 },
  total_fee: 600,
  open_amount,
})
const OPEN = [row('s1', 'September', 600), row('s2', 'October', 600), row('s3', 'November', 600)]
const CHANGED =
  'Something changed meanwhile, so nothing was applied. Please check the new list and apply again.'

let shown: object
let sent: object[]
let answer: () => Response
let isClosed: boolean
beforeEach(() => {
  shown = { left_amount: 1220, rows: OPEN }
  sent = []
  answer = () => Response.json({ id: 'p1' })
  isClosed = false
})

withStaff((url, init) => {
  if (url.pathname === '/api/admin/payments/p1/application') return Response.json(shown)
  if (url.pathname !== '/api/admin/payments/p1/apply') return undefined
  sent.push(JSON.parse(String(init?.body)))
  return answer()
})

async function open() {
  const close = () => {
    isClosed = true
  }
  const user = renderAdminPage('/', <ApplyPaymentDialog payment={payment} onClose={close} />)
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Apply Payment' })) }
}
const part = (submission_id: string, amount: string) => ({ submission_id, amount })

it('shows what will be applied, oldest first, and sends it', async () => {
  const { user, dialog } = await open()
  const plan = await dialog.findByRole('region', { name: 'What will be applied' })
  expect(
    within(plan)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['September 2026, Amara$600.00', 'October 2026, Amara$600.00', 'November 2026, Amara$20.00'])
  await user.click(dialog.getByRole('radio', { name: /^November 2026/ }))
  expect(plan.textContent).toContain('Stays a general payment$620.00')
  await user.click(dialog.getByRole('button', { name: 'Apply $600.00' }))
  await waitFor(() => expect(isClosed).toBe(true))
  expect(sent).toEqual([{ submission_id: 's3', amounts: [part('s3', '600.00')] }])
})

it('shows the new list where something changed meanwhile, and applies that', async () => {
  const { user, dialog } = await open()
  await dialog.findByRole('button', { name: 'Apply $1,220.00' })
  shown = { left_amount: 1220, rows: OPEN.slice(2) }
  const error = { code: 'application-changed', message: CHANGED, stored: shown }
  answer = () => Response.json({ error }, { status: 409 })
  await user.click(dialog.getByRole('button', { name: 'Apply $1,220.00' }))
  expect(await screen.findByText(CHANGED)).toBeDefined()
  answer = () => Response.json({ id: 'p1' })
  await user.click(await dialog.findByRole('button', { name: 'Apply $600.00' }))
  await waitFor(() => expect(isClosed).toBe(true))
  expect(sent[1]).toEqual({ submission_id: null, amounts: [part('s3', '600.00')] })
})

it('offers nothing to apply where every submission is paid', async () => {
  shown = { left_amount: 1220, rows: [] }
  const { dialog } = await open()
  await dialog.findByText('Every submission of this family is paid.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true)
})
