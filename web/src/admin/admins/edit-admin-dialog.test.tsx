import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { AdminUsersTab } from './admin-users-tab'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

let admin: Record<string, unknown>
let responses: (() => void)[]

withStaff(({ pathname }, init) => {
  if (pathname === '/api/admin/admins') return Response.json({ rows: [admin], total: 1, page: 1, size: 100 })
  if (pathname === '/api/admin/sessions') return Response.json({ rows: [], total: 0, page: 1, size: 25 })
  if (pathname === '/api/admin/forget-families') return Response.json({ months: null, version: 0 })
  if (pathname === '/api/admin/activity') return Response.json({ rows: [], next: null })
  if (init?.method !== 'PATCH') return
  admin = { ...admin, ...JSON.parse(String(init.body)), version: 2 }
  return new Promise((resolve) => {
    responses.push(() => resolve(Response.json(admin)))
  })
})

beforeEach(() => {
  responses = []
  admin = {
    id: 'omar',
    full_name: 'Omar',
    email: 'omar@example.com',
    phone: null,
    role: 'attendance',
    created_at: '2026-11-01T12:00:00.000Z',
    has_password: true,
    has_unconfirmed_email: false,
    has_two_factor: false,
    preferences: {},
    version: 1,
  }
})

it('asks before Escape drops more than a blank, and not before Cancel does', async () => {
  const user = renderAdminPage('/admin/settings?tab=admin-users', <AdminUsersTab />)
  const edit = async (text: string) => {
    await user.click(await screen.findByRole('button', { name: /Edit .*Omar/ }))
    await user.type(await screen.findByLabelText('Full Name'), text)
    return screen.getByRole('dialog')
  }
  const blank = await edit(' ')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(blank.isConnected).toBe(false))
  const dialog = await edit('a')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

it('stays open with what was typed during the save', async () => {
  const user = renderAdminPage('/admin/settings?tab=admin-users', <AdminUsersTab />)
  await user.click(await screen.findByRole('button', { name: /Edit .*Omar/ }))
  await user.type(await screen.findByLabelText('Full Name'), ' Haddad')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(responses).toHaveLength(1))
  await user.type(screen.getByLabelText('Phone'), '555 0142')
  responses[0]?.()
  await screen.findByText('User updated successfully')
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', '555 0142')
  expect(screen.queryByText(/saved elsewhere/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(responses).toHaveLength(2))
  responses[1]?.()
  await waitFor(() => expect(screen.queryByLabelText('Phone')).toBeNull())
  expect(admin).toMatchObject({ full_name: 'Omar Haddad', phone: '555 0142' })
})

it('changes the role, and offers the emails of the role', async () => {
  const user = renderAdminPage('/admin/settings?tab=admin-users', <AdminUsersTab />)
  await user.click(await screen.findByRole('button', { name: /Edit .*Omar/ }))
  await screen.findByLabelText('Full Name')
  expect(screen.getAllByRole('switch').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Daily attendance report at 12:00 PM',
  ])
  await user.click(screen.getByRole('combobox', { name: /^Role/ }))
  await user.click(await screen.findByRole('option', { name: 'Admin' }))
  expect(screen.getAllByRole('switch')).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(responses).toHaveLength(1))
  expect(admin).toMatchObject({ role: 'admin', full_name: 'Omar' })
})

it('says why one’s own role cannot be changed', async () => {
  admin = { ...admin, id: 'rosa', role: 'admin' }
  const user = renderAdminPage('/admin/settings?tab=admin-users', <AdminUsersTab />)
  await user.click(await screen.findByRole('button', { name: /Edit .*Omar/ }))
  await screen.findByText('The last admin cannot be changed.')
  expect(screen.getByRole('combobox', { name: /^Role/ }).hasAttribute('disabled')).toBe(true)
})
