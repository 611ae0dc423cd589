import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AMARA as A_CHILD } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import DropInsPage from './drop-ins-page'
import { type AddDropInForm, useAddDropInForm } from './use-add-drop-in-form'

const family = (id: string, name: string, parent: object) => ({
  ...A_CHILD,
  id,
  name,
  parent: {
    id: 'dana',
    full_name: 'Dana Okafor',
    email: 'dana@example.com',
    phone: '555 0100',
    status: 'active',
    ...parent,
  },
})
const AMARA = { ...family('amara', 'Amara', {}), allergies: 'Peanuts', notes: 'Naps at <2>' }
const AMAR = family('amar', 'Amar', {
  id: 'linh',
  full_name: 'Linh Tran',
  email: 'linh@example.com',
  phone: null,
})

let sent: { path: string; body: Record<string, unknown> }[] = []
let lookups: string[] = []
/** Until this resolves, an email is looked up. */
let lookedUp = Promise.resolve()

withStaff((url, init) => {
  if (url.pathname === '/api/admin/children') {
    const email = url.searchParams.get('email')
    if (email !== null) lookups.push(email)
    if (email === 'broken@example.com') return Response.json({})
    const rows = email === null ? [AMAR, AMARA] : email === 'dana@example.com' ? [AMARA] : []
    const response = Response.json({ rows, total: email === null ? 9 : rows.length, page: 1, size: 6 })
    return lookedUp.then(() => response)
  }
  if (init?.method === 'POST' && url.pathname.endsWith('/drop-ins')) {
    sent.push({ path: url.pathname, body: JSON.parse(String(init.body)) })
    return Response.json({ id: 'new' })
  }
  if (url.pathname === '/api/admin/drop-ins')
    return Response.json({ rows: [], total: 0, count: 0, revenue: 0, page: 1, size: 25 })
  return undefined
})

async function open() {
  sent = []
  lookups = []
  const user = renderAdminPage('/admin/drop-ins', <DropInsPage />)
  await user.click(screen.getByRole('button', { name: 'Add Drop-In' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Drop-In' }))
  const type = async (label: string, text: string) =>
    user.type(form.getByLabelText(new RegExp(`^${label}`)), text)
  const save = () => user.click(form.getByRole('button', { name: 'Save Drop-In' }))
  return { user, form, type, save }
}
const shownIn = (form: ReturnType<typeof within>, label: string) =>
  (form.getByLabelText(new RegExp(`^${label}`)) as HTMLInputElement).value

it('fills and links a child on file, showing phone, allergies and notes', async () => {
  const { user, form, type, save } = await open()
  await type('Child on file', 'ama{Enter}')
  expect(await form.findByText('7 more. Type more of the name to find them.')).toBeTruthy()
  await user.click(form.getByRole('button', { name: /Amara/ }))
  expect(
    ['Child Name', 'Parent Name', 'Parent Email', 'Parent Phone', 'Allergies'].map((label) =>
      shownIn(form, label),
    ),
  ).toEqual(['Amara', 'Dana Okafor', 'dana@example.com', '555 0100', 'Peanuts'])
  expect(form.getByText('From the family: Naps at <2>')).toBeTruthy()
  expect(sent).toEqual([])
  await type('Special Notes', 'late bus')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.path).toBe('/api/admin/children/amara/drop-ins')
  expect(sent[0]?.body).toMatchObject({ guest_child_notes: 'late bus', dismissal_type: 'regular' })
  expect(lookups).toEqual([])
})

it('needs no phone for a child whose parent has none, and can go back to the empty form', async () => {
  const { user, form, type, save } = await open()
  await type('Child on file', 'amar')
  await user.click(await form.findByRole('button', { name: /^Amar(?!a)/ }))
  await user.click(form.getByRole('button', { name: 'Another child' }))
  expect(shownIn(form, 'Child Name')).toBe('')
  await save()
  expect(await form.findByText('Parent phone is required')).toBeTruthy()
  await type('Child on file', 'amar')
  await user.click(await form.findByRole('button', { name: /^Amar(?!a)/ }))
  await save()
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/admin/children/amar/drop-ins']))
})

it('asks whose child it is on leaving the email of an account, in any case, and links the chosen one', async () => {
  const { user, form, type, save } = await open()
  await type('Child Name', 'amara')
  await type('Parent Email', ' DANA@Example.com ')
  await user.tab()
  const question = within(await screen.findByRole('dialog', { name: "Is this Dana Okafor's child?" }))
  await user.click(question.getByRole('button', { name: /Amara/ }))
  expect(shownIn(form, 'Child Name')).toBe('Amara')
  await save()
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/admin/children/amara/drop-ins']))
})

it('asks before saving too, and after "None of these" no second time for that email', async () => {
  const { user, type, save } = await open()
  await type('Child Name', 'Ida')
  await type('Parent Name', 'Dana')
  await type('Parent Phone', '555')
  await type('Parent Email', 'dana@example.com')
  await save()
  const question = await screen.findByRole('dialog', { name: "Is this Dana Okafor's child?" })
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'None of these' }))
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    path: '/api/admin/drop-ins',
    body: { guest_child_name: 'Ida', guest_parent_email: 'dana@example.com' },
  })
  expect(sent[0]?.body).not.toHaveProperty('child_id')
})

it('asks nothing about an email of nobody', async () => {
  const { type, save } = await open()
  await type('Child Name', 'Ida')
  await type('Parent Name', 'Dana')
  await type('Parent Email', 'dana@example.co')
  await type('Parent Phone', '555')
  await save()
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/admin/drop-ins']))
  expect(screen.queryByText(/Is this/)).toBeNull()
})

it('shows that it saves from the first click on, and a double click adds one', async () => {
  const { user, form, type } = await open()
  await type('Child Name', 'Ida')
  await type('Parent Name', 'Dana')
  let resolve = () => {}
  lookedUp = new Promise((done) => {
    resolve = done
  })
  await type('Parent Email', 'dana@example.co')
  await type('Parent Phone', '555')
  const button = form.getByRole('button', { name: 'Save Drop-In' })
  await user.dblClick(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(form.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true)
  expect(sent).toEqual([])
  resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
})

it('can be saved again although the lookup failed in an unexpected way', async () => {
  let form = null as unknown as AddDropInForm
  function Probe() {
    form = useAddDropInForm('drop-in', '2026-11-16', () => undefined)
    return null
  }
  renderAdminPage('/admin/drop-ins', <Probe />)
  act(() =>
    form.change({
      guest_child_name: 'Otis',
      guest_parent_name: 'Linh Tran',
      guest_parent_email: 'broken@example.com',
      guest_parent_phone: '555 0100',
      guest_child_allergies: 'None',
    }),
  )
  await act(() => expect(form.submit()).rejects.toThrow())
  expect(form.isSaving).toBe(false)
})
