import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import SubmissionsPage from './submissions-page'

const row = (id: string, child_name: string, total_fee: number) => ({
  id,
  child_name,
  total_fee,
  parent_name: 'Dana Okafor',
  parent_email: 'dana@example.com',
  parent_id: 'dana',
  month: { month_name: 'December', year: 2026 },
  month_id: 'm1',
  dropin_date: null,
  selected_days: [1, 2],
  cancelled_days: [],
  day_prices: null,
  paid_amount: 0,
  billed_status: 'not_billed',
  billed_fee: null,
  derived_status: 'submitted',
  submitted_at: '2026-11-16T14:00:00.000Z',
  is_edited: false,
  is_cancelled: false,
  is_cancel_requested: false,
  status: 'submitted',
  approval: null,
  language: 'en',
  allergies: null,
})

let sent: unknown[]
beforeEach(() => {
  sent = []
})

withStaff((url, init) => {
  if (url.pathname === '/api/admin/submissions') {
    const rows = [row('s1', 'Amara Okafor', 60), row('s2', 'Noah Okafor', 120)]
    const found = { rows, total: 2, similar: 0, is_capped: false, page: 1, size: 25 }
    return Response.json({ ...found, edited_since_billed: 0, has_cancelled: false })
  }
  if (url.pathname === '/api/admin/submissions/mark-billed') {
    sent.push(JSON.parse(String(init?.body)))
    const month = { month_name: 'December', year: 2026 }
    const changed = [{ id: 's1', child: 'Amara Okafor', month, dropin_date: null }]
    const billed = { id: 's2', version: 2, before: { billed_status: 'not_billed', billed_fee: null } }
    return Response.json({ updated: 1, rows: [billed], changed })
  }
  return url.pathname === '/api/admin/months' ? Response.json({ rows: [] }) : undefined
})

it('sends the fees that the list shows, names those that changed meanwhile, and keeps them selected', async () => {
  const user = renderAdminPage('/admin/submissions', <SubmissionsPage />)
  const table = await screen.findByRole('table')
  for (const name of [/Amara/, /Noah/])
    await user.click(within(await within(table).findByRole('row', { name })).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Mark 2 Billed' }))
  expect(
    await screen.findByText('1 billed. 1 changed meanwhile: Amara Okafor (December 2026).'),
  ).toBeDefined()
  await waitFor(() => expect(sent).toEqual([{ ids: ['s1', 's2'], fees: { s1: 60, s2: 120 } }]))
  await screen.findByRole('button', { name: 'Mark 1 Billed' })
})
