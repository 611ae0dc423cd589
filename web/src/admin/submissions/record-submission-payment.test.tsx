import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { RecordSubmissionPayment } from './record-submission-payment'
import type { AdminSubmission } from './submissions.api'

const december = { month_name: 'December', year: 2026 }
const row = (id: string, values: object) => ({
  id,
  month: december,
  dropin_date: null,
  child_name: 'Amara',
  total_fee: 60,
  paid_amount: 0,
  ...values,
})
/** As the panel has it, as far as the button reads it. */
const submission = {
  ...row('s1', { paid_amount: 15.5 }),
  child: { name: 'Amara' },
  parent: { id: 'dana' },
} as unknown as AdminSubmission
const guest = { ...submission, parent: null, child: null } as AdminSubmission

let queries: string[] = []
let sent: unknown[] = []

withStaff((url, init) => {
  if (url.pathname === '/api/admin/parents/dana')
    return Response.json({
      id: 'dana',
      full_name: 'Dana Okafor',
      email: 'dana@example.com',
      is_guest: false,
      totals: { balance: 44.5 },
    })
  if (url.pathname === '/api/admin/parents/dana/submissions') {
    queries.push(url.search)
    const rows = [row('s1', { paid_amount: 15.5 }), row('s2', { child_name: 'Amar', paid_amount: 60 })]
    return Response.json({ rows, total: 2, page: 1, size: 100 })
  }
  if (url.pathname === '/api/admin/payments') {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({ id: 'p1' })
  }
  return undefined
})

const render = (of: AdminSubmission) =>
  renderAdminPage(
    '/admin/submissions?id=s1',
    <RecordSubmissionPayment submission={of} isSamePage={() => true} />,
  )

it('fills in the open amount and the submission, and says what is open on each', async () => {
  queries = []
  sent = []
  const user = render(submission)
  await user.click(screen.getByRole('button', { name: 'Record Payment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Payment' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('44.50')
  const choice = dialog.getByRole('combobox', { name: 'Apply to' })
  expect(choice.textContent).toBe('December 2026, Amara, $60.00, $44.50 open')
  await waitFor(() => expect(queries[0]).toContain('order=unpaid_first'))
  await user.click(choice)
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual([
    'General Payment',
    'December 2026, Amara, $60.00, $44.50 open',
    'December 2026, Amar, $60.00, $0.00 open',
  ])
  await user.keyboard('{Escape}')
  await user.click(dialog.getByRole('button', { name: 'Record Payment' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toMatchObject([{ parent_id: 'dana', amount: '44.50', submission_id: 's1' }])
})

it('leaves the amount empty if nothing is open', async () => {
  const user = render({ ...submission, paid_amount: 80 })
  await user.click(screen.getByRole('button', { name: 'Record Payment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Payment' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('')
})

it('is not possible for guests, and says so', () => {
  render(guest)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Record Payment' }).disabled).toBe(true)
  expect(screen.getByText('Cannot record payments for guest users')).toBeTruthy()
})

it('asks before typing is lost, but not for a blank', async () => {
  const user = render(submission)
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Record Payment' }))
    return within(await screen.findByRole('dialog', { name: 'Record Payment' })).getByLabelText(/^Notes/)
  }
  await user.type(await open(), ' ')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.type(await open(), ' cash ')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog')).toBeDefined()
})
