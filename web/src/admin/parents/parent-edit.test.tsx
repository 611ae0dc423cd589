import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Routes } from '../../router/router'
import { renderAdminPage, withStaff } from '../../testing/staff'
import ParentDetailPage from './parent-detail-page'

const DANA = {
  id: 'dana',
  is_guest: false,
  full_name: 'Dana Okafor',
  email: 'dana@example.com',
  phone: '555',
  status: 'active',
  status_since: '2026-01-05T14:00:00.000Z',
  version: 1,
  children: ['Amara Okafor'],
  family_of: null,
  language: null,
  second_adults: [],
  adults: [],
  totals: {
    billed: 0,
    paid: 0,
    balance: 0,
    billed_submissions: 0,
    payments: 0,
    reversals: 0,
    payment_status: 'paid',
  },
}

let stored: typeof DANA
const saved: object[] = []
withStaff(({ pathname }, init) => {
  if (init?.method === 'PATCH') {
    const { version, ...changes } = JSON.parse(String(init.body))
    saved.push(changes)
    stored = { ...stored, ...changes, version: version + 1 }
  }
  if (pathname === '/api/admin/parents/dana') return Response.json(stored)
  return pathname.startsWith('/api/admin')
    ? Response.json({ rows: [], total: 0, page: 1, size: 25 })
    : undefined
})

it('adds a phone of at least 7 digits, and lets an older one be while another field changes', async () => {
  stored = DANA
  const user = renderAdminPage(
    '/admin/parent-users/dana',
    <Routes routes={[{ path: '/admin/parent-users/:parentId', element: <ParentDetailPage /> }]} />,
  )
  const card = within(await screen.findByRole('region', { name: 'Parent Information' }))
  const edit = async (label: string, text: string) => {
    const field = card.getByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
    await user.click(card.getByRole('button', { name: 'Save Changes' }))
  }
  await user.click(card.getByRole('button', { name: 'Edit' }))
  await edit('Full Name', 'Dana O.')
  await waitFor(() => expect(saved).toEqual([{ full_name: 'Dana O.' }]))
  await user.click(await card.findByRole('button', { name: 'Edit' }))
  await edit('Phone', '555 014')
  expect(card.getByText('Please enter a phone number with at least 7 digits.')).toBeTruthy()
  await edit('Phone', '555 0142')
  await waitFor(() => expect(saved[1]).toEqual({ phone: '555 0142' }))
})
