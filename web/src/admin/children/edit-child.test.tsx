import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LiveUpdates } from '../../features/live-updates/live-updates'
import { LiveStream } from '../../testing/live-stream'
import { AMARA } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { ParentChildren } from './parent-children'

const amara = { ...AMARA, id: 'amara', allergies: 'Peanuts', version: 3 }
let stored = { ...amara }
let sent: unknown[] = []
let isStale = false

withStaff((url, init) => {
  if (url.pathname === '/api/admin/children' && init?.method === 'POST') {
    sent.push(JSON.parse(String(init.body)))
    const error = { code: 'child-exists', message: 'Amara is already in this family.' }
    const fields = { name: error.message }
    return isStale
      ? Response.json({ error: { ...error, fields } }, { status: 409 })
      : Response.json({ ...amara, id: 'kofi', name: 'Kofi' })
  }
  if (url.pathname === '/api/admin/children' && init?.method !== 'PATCH')
    return Response.json({
      rows: [stored, { ...amara, id: 'amar', name: 'Amar' }],
      total: 2,
      page: 1,
      size: 25,
    })
  if (url.pathname !== '/api/admin/children/amara') return undefined
  const change = JSON.parse(String(init?.body))
  sent.push(change)
  if (isStale && change.version === 3) {
    stored = { ...stored, allergies: 'Milk', version: 4 }
    const error = { code: 'stale-version', message: 'Somebody else has saved this.', stored }
    return Response.json({ error }, { status: 409 })
  }
  stored = { ...stored, ...change, version: change.version + 1 }
  return Response.json(stored)
})

async function open() {
  stored = { ...amara }
  sent = []
  isStale = false
  const user = renderAdminPage('/admin/parent-users/dana', <ParentChildren parentId="dana" />)
  await user.click(await screen.findByRole('button', { name: 'Edit Amara' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Edit Amara' })) }
}

it('sends only what staff changed, the class included, with the version', async () => {
  const { user, dialog } = await open()
  expect(dialog.getByText("We'll email the parent what you changed.")).toBeTruthy()
  expect(dialog.getByText('Optional. Up to 5 people besides the parent.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Class or grade'), 'Owls')
  await user.type(dialog.getByLabelText(/^Allergies/), ', milk')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ grade: 'Owls', allergies: 'Peanuts, milk', version: 3 }])
  expect(await screen.findByText('Owls')).toBeTruthy()
})

it('shows what somebody else saved meanwhile beside what was typed, and sends nothing until it is decided', async () => {
  const { user, dialog } = await open()
  isStale = true
  await user.type(dialog.getByLabelText(/^Allergies/), ', eggs')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await dialog.findByText('Milk')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(sent).toHaveLength(1)
})

it('adds a child with the form that families have, and keeps what was typed if it is refused', async () => {
  sent = []
  isStale = true
  const user = renderAdminPage('/admin/parent-users/dana', <ParentChildren parentId="dana" />)
  await user.click(screen.getByRole('button', { name: 'Add Child' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Child' }))
  expect(dialog.getByText("We'll email the parent what you added.")).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Name/), 'Amara')
  await user.click(dialog.getByRole('button', { name: 'Add Child' }))
  expect(await dialog.findByText('Amara is already in this family.')).toBeTruthy()
  isStale = false
  await user.clear(dialog.getByLabelText(/^Name/))
  await user.type(dialog.getByLabelText(/^Name/), 'Kofi')
  await user.click(dialog.getByRole('button', { name: 'Add Child' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toMatchObject([
    { parent_id: 'dana', name: 'Amara' },
    { parent_id: 'dana', name: 'Kofi', allergies: '', pickup_people: [] },
  ])
  expect(await screen.findByText('Kofi has been added successfully.')).toBeTruthy()
})

it('follows a change that somebody else makes while the page is open', async () => {
  stored = { ...amara }
  renderAdminPage(
    '/admin/parent-users/dana',
    <>
      <LiveUpdates />
      <ParentChildren parentId="dana" />
    </>,
  )
  expect(await screen.findAllByText('Peanuts')).toHaveLength(2)
  stored = { ...amara, allergies: 'Sesame' }
  LiveStream.emit('children', { id: 'amara' })
  expect(await screen.findByText('Sesame')).toBeTruthy()
})
