import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { AMARA, DECEMBER, SUBMISSION } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { SubmissionDrawer } from './submission-drawer'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

const detail = {
  ...SUBMISSION,
  parent: null,
  child: AMARA,
  month: DECEMBER,
  cancelled_days: [],
  derived_status: 'submitted',
  billed_fee: null,
  paid_amount: 0,
  guest_child_notes: null,
  payments: [],
}
const cancelled = {
  ...detail,
  status: 'cancelled',
  selected_days: [],
  day_prices: null,
  total_fee: 0,
  derived_status: 'cancelled',
  version: 2,
  cancellation: {
    cancelled_at: '2026-11-16T14:00:00.000Z',
    cancelled_by: 'Rosa Medina',
    reason: 'Moving <b>away</b>',
    fee: 'none',
    selected_days: [2, 3],
    day_prices: { 2: 20, 3: 20 },
    total_fee: 40,
    fee_before: 40,
  },
}

let stored: object
let sent: { path: string; body: object }[]
let answer: () => Response

beforeEach(() => {
  stored = detail
  sent = []
})

withStaff((url, init) => {
  if (!url.pathname.startsWith('/api/admin/submissions/s1')) return undefined
  if (init?.method !== 'POST') return Response.json(stored)
  sent.push({ path: url.pathname, body: JSON.parse(String(init.body)) })
  return answer()
})

const show = () =>
  renderAdminPage('/admin/submissions?id=s1', <SubmissionDrawer id="s1" onClose={() => undefined} />)

it('names the days on which the child was here, which stay at their price', async () => {
  stored = { ...detail, month: { ...DECEMBER, year: 2026 }, attended_days: [3, 9] }
  answer = () => {
    stored = {
      ...cancelled,
      selected_days: [3],
      total_fee: 20,
      attended_days: [3],
      derived_status: 'submitted',
    }
    return Response.json(stored)
  }
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Cancel Registration' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Registration' })
  expect(dialog.textContent).toContain(
    `${AMARA.name} was here on Thursday, December 3. This day stays booked at its price.`,
  )
  expect(dialog.textContent).toContain('All other days are given up')
  expect(within(dialog).getByText('$40.00 now, $20.00 afterwards')).toBeDefined()
  await user.type(within(dialog).getByLabelText(/Reason/), 'Moving')
  await user.click(within(dialog).getByLabelText('No fee'))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel Registration' }))
  const text =
    '1 day given up: 2. 1 day stays, because the child was here: 3. The fee is $20.00; it was $40.00.'
  expect(await screen.findByText(text)).toBeDefined()
})

it('is asked for a reason and the fee, sent once, and shown with both', async () => {
  answer = () => {
    stored = cancelled
    return Response.json(stored)
  }
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Cancel Registration' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Registration' })
  const confirm = within(dialog).getByRole('button', { name: 'Cancel Registration' })
  await user.click(confirm)
  expect(within(dialog).getByText('Please enter a reason')).toBeDefined()
  expect(within(dialog).getByText('Please choose what happens to the fee')).toBeDefined()
  await user.type(within(dialog).getByLabelText(/Reason/), 'Moving <b>away</b>')
  await user.click(within(dialog).getByLabelText('No fee'))
  await user.dblClick(confirm)
  await expectToast('Registration cancelled', 'The family gets an email.')
  expect(sent).toEqual([
    {
      path: '/api/admin/submissions/s1/cancel',
      body: { reason: 'Moving <b>away</b>', fee: 'none', version: 1 },
    },
  ])
  expect(await screen.findByText('Reason: Moving <b>away</b>')).toBeDefined()
  expect(screen.getByText('2 days given up: 2, 3. No fee; it was $40.00.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Edit Days' })).toBeNull()
  expect(screen.getByText('Cancelled')).toBeDefined()
  expect(screen.queryByText('Paid')).toBeNull()
})

it('is offered again while it holds a day whose arrival was taken back', async () => {
  stored = { ...cancelled, selected_days: [2, 3], total_fee: 40, attended_days: [3] }
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Cancel Registration' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Registration' })
  expect(within(dialog).getByText('$40.00 now, $20.00 afterwards')).toBeDefined()
  answer = () => {
    stored = {
      ...cancelled,
      version: 3,
      selected_days: [3],
      total_fee: 20,
      attended_days: [3],
      cancellation: { ...cancelled.cancellation, fee: 'keep' },
    }
    return Response.json(stored)
  }
  await user.type(within(dialog).getByLabelText(/Reason/), 'The wrong child')
  await user.click(within(dialog).getByLabelText('Keep the fee'))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel Registration' }))
  await expectToast('Registration cancelled', 'The family gets an email.')
  expect(await screen.findByText(/The fee of \$20\.00 stays\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel Registration' })).toBeNull()
})

it('keeps what was typed where the server rejects it', async () => {
  answer = () =>
    Response.json(
      { error: { code: 'registration-cancelled', message: 'This registration has been cancelled.' } },
      { status: 409 },
    )
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Cancel Registration' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Registration' })
  await user.type(within(dialog).getByLabelText(/Reason/), 'Moving')
  await user.click(within(dialog).getByLabelText('Keep the fee'))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel Registration' }))
  await expectToast('Registration not cancelled', 'This registration has been cancelled.')
  expect(within(dialog).getByLabelText(/Reason/)).toHaveProperty('value', 'Moving')
  await user.click(within(dialog).getByRole('button', { name: 'Keep Registration' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel Registration' })).toBeNull())
})

it('is undone with one click, or says which day is taken', async () => {
  stored = cancelled
  const message = "The cancellation can't be undone: Wednesday, December 2 is full."
  answer = () => Response.json({ error: { code: 'cancellation-final', message } }, { status: 409 })
  const user = show()
  const undo = await screen.findByRole('button', { name: 'Undo Cancellation' })
  await user.click(undo)
  await expectToast('Cancellation not undone', message)
  answer = () => {
    stored = { ...detail, version: 3 }
    return Response.json(stored)
  }
  await user.click(undo)
  await expectToast('Cancellation undone', 'The family gets an email.')
  expect(sent.at(-1)).toEqual({ path: '/api/admin/submissions/s1/undo-cancel', body: { version: 2 } })
  expect(await screen.findByRole('button', { name: 'Edit Days' })).toBeDefined()
})
