import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DECEMBER } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import MonthsPage from '../months/months-page'
import ParentUsersPage from '../parents/parent-users-page'

// Dialogs are loaded lazily: imported once up front, because that can take long on a busy machine.
beforeAll(async () => {
  await import('../../ui/overlays/dialogs.lazy')
  await import('./audience-message')
})

let isShown: boolean
let sent: object[]
let month: typeof DECEMBER & { submission_count: number }
let found: {
  families: number
  names: string[]
  unreachable: string[]
  held: string[]
  left_today: number
  earlier: object[]
}

beforeEach(() => {
  sessionStorage.clear()
  isShown = false
  sent = []
  month = { ...DECEMBER, year: 2026, is_active: false, submission_count: 0 }
  found = { families: 2, names: ['Dana', 'Kemi'], unreachable: [], held: [], left_today: 20, earlier: [] }
})

withStaff(({ pathname, searchParams }, init) => {
  if (pathname === '/api/admin/family-messages/audience') {
    if (init?.method === 'POST') {
      sent.push(JSON.parse(String(init.body)))
      return Response.json({ id: 'x', families: 2 })
    }
    const isMonth = searchParams.get('audience') === 'month'
    return Response.json(isMonth ? { ...found, families: 1, names: ['Grace'] } : found)
  }
  if (pathname.endsWith('/preview')) return Response.json({ families: 2, subject: 'S', html: '', text: '' })
  if (pathname === '/api/admin/family-balances') return Response.json({ is_shown: isShown })
  if (pathname === '/api/admin/parents') return Response.json({ rows: [], total: 0, page: 1, size: 25 })
  if (pathname === '/api/admin/months') return Response.json({ rows: [month] })
  if (pathname === '/api/admin/months/m1' && init?.method === 'PATCH') {
    month = { ...month, is_active: true, version: 2 } as never
    return Response.json({ ...month, families: 0 })
  }
  if (pathname.endsWith('/registrations')) return Response.json({ counts: {}, taken: {} })
  return undefined
})

async function opened() {
  const user = renderAdminPage('/admin/parent-users', <ParentUsersPage />)
  await user.click(await screen.findByRole('button', { name: 'Write to Families' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Write to Families' })) }
}

it('names how many families and which, asks, and sends it to all active ones', async () => {
  const { user, dialog } = await opened()
  await dialog.findByText('2 active families')
  dialog.getByText(/Dana.*Kemi/)
  expect(dialog.queryByRole('radio', { name: 'Families who owe' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Send to 2 families' }))
  await dialog.findByText('Please enter a subject')
  fireEvent.change(dialog.getByLabelText(/^Subject/), { target: { value: 'Hello' } })
  fireEvent.change(dialog.getByLabelText(/^Text/), { target: { value: 'All well.' } })
  await user.click(dialog.getByRole('button', { name: 'Send to 2 families' }))
  const question = await screen.findByRole('alertdialog', { name: 'Send to 2 families?' })
  await user.click(within(question).getByRole('button', { name: 'Send 2 emails' }))
  await expectToast(
    'Message sent to 2 families',
    'Check delivery under Settings > Email Templates > Sent Mail.',
  )
  expect(sent).toEqual([{ audience: 'active', subject: 'Hello', text: 'All well.' }])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Write to Families' })).toBeNull())
})

it('asks for the month of those with a registration', async () => {
  const { user, dialog } = await opened()
  await user.click(dialog.getByRole('radio', { name: 'Families with a registration for a month' }))
  await dialog.findByText('Please choose a month to see who is written to.')
  expect(dialog.queryByRole('button', { name: /^Send to/ })).toBeNull()
  await user.click(dialog.getByLabelText(/^Month/))
  await user.click(await screen.findByRole('option', { name: 'December 2026' }))
  await dialog.findByText('1 family with a registration for December 2026')
  await dialog.findByRole('button', { name: 'Send to 1 family' })
})

it('offers those who owe while families see it, and says if there is nobody', async () => {
  isShown = true
  found = { ...found, families: 0, names: [] }
  const { user, dialog } = await opened()
  await user.click(await dialog.findByRole('radio', { name: 'Families who owe' }))
  await dialog.findByText('No family owes anything, so there is no one to email.')
})

it('is offered once a month is published, prefilled, and until it is sent or declined', async () => {
  const user = renderAdminPage('/admin/months?month=m1', <MonthsPage />)
  const publish = await screen.findByRole('button', { name: 'Save & Publish' })
  expect(screen.queryByText(/is open for registration/)).toBeNull()
  fireEvent.click(publish)
  await screen.findByText('December is open for registration. Tell the families?')
  await user.click(screen.getByRole('button', { name: 'Write to Families' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write to Families' }))
  expect(dialog.getByLabelText(/^Subject/)).toHaveProperty('value', 'December is open for registration')
  expect(dialog.getByRole('radio', { name: 'All active families' })).toHaveProperty('checked', true)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByText(/Tell the families/)).toBeNull())
})
