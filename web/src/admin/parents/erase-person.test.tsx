import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { ErasePerson } from './erase-person'
import type { ParentDetail } from './parents.api'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

let erasure: { name: string; obstacles: string[]; open_fees: number }
let sent: unknown[]
beforeEach(() => {
  erasure = { name: 'Grace Whitfield', obstacles: [], open_fees: 40 }
  sent = []
})
withStaff(({ pathname }, init) => {
  if (!pathname.endsWith('/erasure')) return
  if (init?.method !== 'POST') return Response.json(erasure)
  sent.push(JSON.parse(String(init.body)))
  return Response.json({ ok: true })
})

const guest = {
  id: 'guest-grace@example.com',
  is_guest: true,
  full_name: 'Grace Whitfield',
  email: 'grace@example.com',
  family_of: null,
} as ParentDetail

async function open(parent = guest) {
  const user = renderAdminPage('/admin/parent-users/x', <ErasePerson parent={parent} />)
  await user.click(screen.getByRole('button', { name: /^Erase / }))
  const dialog = within(await screen.findByRole('dialog', { name: /Grace Whitfield/ }))
  return { user, dialog }
}

it('asks for the name and for writing off a guest’s open fees, and sends both', async () => {
  const { user, dialog } = await open()
  const name = await dialog.findByRole('textbox', { name: /Type .*Grace Whitfield.* to confirm/ })
  await user.type(name, 'Grace')
  await user.click(dialog.getByRole('button', { name: 'Erase guest' }))
  dialog.getByText('Please type "Grace Whitfield".')
  dialog.getByText('Please confirm that the open fees are written off.')
  const writeOff = dialog.getByRole('checkbox', {
    name: 'Write off $40.00',
    description: 'Please confirm that the open fees are written off.',
  })
  await waitFor(() => expect(document.activeElement).toBe(writeOff))
  expect(sent).toEqual([])
  await user.type(name, ' whitfield')
  await user.click(dialog.getByRole('checkbox', { name: 'Write off $40.00' }))
  await user.click(dialog.getByRole('button', { name: 'Erase guest' }))
  await waitFor(() => expect(sent).toEqual([{ name: 'Grace whitfield', write_off: true }]))
  await waitFor(() => expect(window.location.pathname).toBe('/admin/parent-users'))
})

it('names what stands in the way instead of asking', async () => {
  erasure = { ...erasure, open_fees: 0, obstacles: ['The balance due is $40.00.', 'Amara is booked.'] }
  const { dialog } = await open({ ...guest, is_guest: false })
  await dialog.findByText('The balance due is $40.00.')
  dialog.getByText('Amara is booked.')
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(dialog.getByRole('button', { name: 'Erase family' }).hasAttribute('disabled')).toBe(true)
})
