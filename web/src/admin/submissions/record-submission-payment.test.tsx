import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast, shownToasts } from '../../testing/toasts'
import { PARENT_FAILED } from '../parents/parents.api'
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
let keys: string[] = []
let isDown = false
let loads = 0
let respond = (_: { allow_duplicate?: true }): Response => Response.json({ id: 'p1' })
afterEach(() => {
  isDown = false
  respond = () => Response.json({ id: 'p1' })
})

withStaff((url, init) => {
  if (url.pathname === '/api/admin/parents/dana') {
    loads += 1
    // Final: a server error would be retried.
    if (isDown) return Response.json({ error: { code: 'not-found', message: 'Not found.' } }, { status: 404 })
    return Response.json({
      id: 'dana',
      full_name: 'Dana Okafor',
      email: 'dana@example.com',
      is_guest: false,
      totals: { balance: 44.5 },
    })
  }
  if (url.pathname === '/api/admin/parents/dana/submissions') {
    queries.push(url.search)
    const rows = [row('s1', { paid_amount: 15.5 }), row('s2', { child_name: 'Amar', paid_amount: 60 })]
    return Response.json({ rows, total: 2, page: 1, size: 100 })
  }
  if (url.pathname === '/api/admin/payments') {
    const payment = JSON.parse(String(init?.body))
    sent.push(payment)
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    return respond(payment)
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

it('loads the family again when pressed again after an error, and opens nothing by itself', async () => {
  isDown = true
  loads = 0
  const user = render(submission)
  const button = screen.getByRole('button', { name: 'Record Payment' })
  for (const count of [1, 2]) {
    await user.click(button)
    await waitFor(() => expect(loads).toBe(count))
    await expectToast('Error', PARENT_FAILED)
  }
  isDown = false
  // As a live update does.
  await queryClient.invalidateQueries()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(button)
  expect(await screen.findByRole('dialog', { name: 'Record Payment' })).toBeDefined()
  expect(shownToasts()).toEqual([])
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

it('asks before it records an equal payment, and does so once confirmed', async () => {
  sent = []
  const message = 'A payment of $44.50 on November 18 is already recorded. Record another?'
  respond = ({ allow_duplicate }) =>
    allow_duplicate
      ? Response.json({ id: 'p2' })
      : Response.json({ error: { code: 'payment-recorded', message } }, { status: 409 })
  const user = render(submission)
  await user.click(screen.getByRole('button', { name: 'Record Payment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Payment' }))
  const ask = () => user.click(dialog.getByRole('button', { name: 'Record Payment' }))
  await ask()
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(message)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Back to the form' }))
  expect(sent).toHaveLength(1)
  await ask()
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Record another' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)).toMatchObject({ amount: '44.50', allow_duplicate: true })
})

it('is the same payment when sent again after a lost answer, and another from a dialog opened anew', async () => {
  keys = []
  const lost = () => Response.json({ error: { code: 'failed', message: '' } }, { status: 500 })
  respond = lost
  const user = render(submission)
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Record Payment' }))
    return within(await screen.findByRole('dialog', { name: 'Record Payment' }))
  }
  const dialog = await open()
  for (const count of [1, 2]) {
    await user.click(dialog.getByRole('button', { name: 'Record Payment' }))
    await waitFor(() => expect(keys).toHaveLength(count))
  }
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  respond = () => Response.json({ id: 'p1' })
  await user.click((await open()).getByRole('button', { name: 'Record Payment' }))
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})

it('sends a confirmed second one again with its key after a lost answer, and then says that it is recorded', async () => {
  keys = []
  sent = []
  const message = 'A payment of $44.50 on November 18 is already recorded. Record another?'
  let isLost = true
  respond = ({ allow_duplicate }) => {
    if (!allow_duplicate)
      return Response.json({ error: { code: 'payment-recorded', message } }, { status: 409 })
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json({ id: 'p2' })
  }
  const user = render(submission)
  await user.click(screen.getByRole('button', { name: 'Record Payment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Payment' }))
  const recordAnother = async () => {
    await user.click(dialog.getByRole('button', { name: 'Record Payment' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Record another' }))
  }
  await recordAnother()
  expect(await screen.findByText(/^Failed to record payment\. /)).toBeDefined()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('44.50')
  isLost = false
  await recordAnother()
  expect(await screen.findByText('Payment recorded successfully')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const confirmed = keys.filter((_, n) => (sent[n] as { allow_duplicate?: true }).allow_duplicate)
  expect(confirmed).toHaveLength(2)
  expect(new Set(confirmed).size).toBe(1)
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(3)
})
