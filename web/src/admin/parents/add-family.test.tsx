import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Routes } from '../../router/router'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { AddFamily } from './add-family'

let sent: { body: Record<string, unknown>; key: string | null }[] = []
let answer: () => Response
beforeEach(() => {
  sent = []
})

withStaff(({ pathname }, init) => {
  if (pathname !== '/api/admin/parents' || init?.method !== 'POST') return undefined
  const key = new Headers(init.headers).get('Idempotency-Key')
  sent.push({ body: JSON.parse(String(init.body)), key })
  return answer()
})

const FamilyPage = () => <p>The page of the family</p>

async function open() {
  const user = renderAdminPage(
    '/admin/parent-users',
    <>
      <AddFamily />
      <Routes routes={[{ path: '/admin/parent-users/:parentId', element: <FamilyPage /> }]} />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Add Family' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Family' }))
  return { user, dialog }
}

const added = () => Response.json({ id: 'linh', full_name: 'Linh Tran', email: 'linh@example.com' })

it('sends the family with the children that were typed, and goes to its page', async () => {
  answer = added
  const { user, dialog } = await open()
  await user.type(dialog.getByLabelText(/^Full Name/), 'Linh Tran')
  await user.type(dialog.getByLabelText(/^Email/), 'linh@example.com')
  const first = within(dialog.getByRole('group', { name: 'Child 1' }))
  await user.type(first.getByLabelText(/^Name/), 'Mai')
  await user.type(first.getByLabelText(/^Allergies/), 'Sesame')
  await user.click(dialog.getByRole('button', { name: 'Add Child' }))
  expect(dialog.getByRole('group', { name: 'Child 2' })).toBeTruthy()
  await user.click(dialog.getByLabelText('Send invitation'))
  await user.click(dialog.getByRole('button', { name: 'Add Family' }))
  expect(await screen.findByText('The page of the family')).toBeTruthy()
  expect(await screen.findByText(/linh@example.com gets a link to choose a password/)).toBeTruthy()
  expect(sent.map(({ body }) => body)).toMatchObject([
    {
      full_name: 'Linh Tran',
      email: 'linh@example.com',
      phone: '',
      children: [{ name: 'Mai', allergies: 'Sesame' }],
      send_invitation: true,
    },
  ])
})

it('names every wrong field, in children too, before anything is sent', async () => {
  const { user, dialog } = await open()
  const first = within(dialog.getByRole('group', { name: 'Child 1' }))
  await user.type(first.getByLabelText(/^Allergies/), 'Sesame')
  await user.type(dialog.getByLabelText(/^Phone/), '555')
  await user.click(dialog.getByRole('button', { name: 'Add Family' }))
  for (const text of [
    'Full name is required',
    'Email is required',
    'Please enter a phone number with at least 7 digits.',
    'Name is required',
  ])
    expect(await dialog.findByText(text)).toBeTruthy()
  expect(sent).toEqual([])
})

it('leads from a known address to its family', async () => {
  answer = () => {
    const message = 'This address already belongs to the family of Dana Okafor.'
    const error = { code: 'known-family', message, fields: { email: message } }
    return Response.json(
      { error: { ...error, stored: { id: 'dana', name: 'Dana Okafor' } } },
      { status: 409 },
    )
  }
  const { user, dialog } = await open()
  await user.type(dialog.getByLabelText(/^Full Name/), 'Dana')
  await user.type(dialog.getByLabelText(/^Email/), 'DANA@example.com')
  await user.click(dialog.getByRole('button', { name: 'Add Family' }))
  expect(await dialog.findByText('This address already belongs to the family of Dana Okafor.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: /^Go to the family of .*Dana Okafor/ }))
  expect(await screen.findByText('The page of the family')).toBeTruthy()
})

it('keeps everything after a lost response, and sends it again as the same request', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  const { user, dialog } = await open()
  await user.type(dialog.getByLabelText(/^Full Name/), 'Linh Tran')
  await user.type(dialog.getByLabelText(/^Email/), 'linh@example.com')
  await user.click(dialog.getByRole('button', { name: 'Add Family' }))
  expect(await screen.findByText('Family not added')).toBeTruthy()
  answer = added
  await user.click(dialog.getByRole('button', { name: 'Add Family' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(2)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})
