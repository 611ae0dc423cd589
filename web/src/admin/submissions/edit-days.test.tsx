import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { AMARA, DECEMBER, SUBMISSION } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { SubmissionDrawer } from './submission-drawer'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

/** December 2026, on November 16: the 4th is closed, the 7th is full. The registration has the 2nd and 3rd. */
const month = { ...DECEMBER, year: 2026, closed_days: [4], day_seats: { 7: 1 }, taken_seats: { 7: 1 } }
const detail = {
  ...SUBMISSION,
  parent: null,
  child: AMARA,
  month,
  cancelled_days: [],
  derived_status: 'submitted',
  billed_fee: null,
  paid_amount: 0,
  guest_child_notes: null,
  payments: [],
}

let stored: object
let sent: { selected_days: number[]; confirmed_days: number[]; version: number }[]
let respond: (body: { selected_days: number[] }) => Response

beforeEach(() => {
  stored = detail
  sent = []
  respond = ({ selected_days }) => {
    stored = { ...detail, selected_days, version: 2 }
    return Response.json(stored)
  }
})

withStaff((url, init) => {
  if (!url.pathname.startsWith('/api/admin/submissions/s1')) return undefined
  if (init?.method !== 'PATCH') return Response.json(stored)
  const body = JSON.parse(String(init.body))
  sent.push(body)
  return respond(body)
})

async function openEditor() {
  const user = renderAdminPage(
    '/admin/submissions?id=s1',
    <SubmissionDrawer id="s1" onClose={() => undefined} />,
  )
  await user.click(await screen.findByRole('button', { name: 'Edit Days' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Days' })
  const day = (name: RegExp) => within(dialog).getByRole('button', { name })
  return {
    user,
    dialog,
    day,
    save: () => user.click(within(dialog).getByRole('button', { name: 'Save Days' })),
  }
}

it('changes days as parents do, without an agreement and without a question', async () => {
  const { user, dialog, day, save } = await openEditor()
  await user.click(day(/December 3,/))
  await user.click(day(/December 8,/))
  expect(within(dialog).getByText('Adding 8')).toBeDefined()
  expect(within(dialog).getByText('Removing 3')).toBeDefined()
  await save()
  await expectToast('Days changed', 'The family gets an email.')
  expect(sent).toMatchObject([{ selected_days: [2, 8], confirmed_days: [], version: 1 }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Days' })).toBeNull())
})

it('keeps a day on which the child was here', async () => {
  stored = { ...detail, attended_days: [3] }
  const { user, day, save } = await openEditor()
  expect(day(/December 3, Was here/).getAttribute('aria-disabled')).toBe('true')
  await user.click(day(/December 3,/))
  await user.click(day(/December 2,/))
  await save()
  await waitFor(() => expect(sent.map(({ selected_days }) => selected_days)).toEqual([[3]]))
})

it('asks before Escape drops changes, but not before Cancel does', async () => {
  const { user, dialog, day } = await openEditor()
  await user.click(day(/December 8,/))
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Close without saving?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(within(dialog).getByText('Adding 8')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(sent).toEqual([])
})

it('asks about closed and full days by name, and sends which were confirmed', async () => {
  const { user, day, save } = await openEditor()
  await user.click(day(/December 4, Closed/))
  await user.click(day(/December 7, Full/))
  await save()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'Friday, December 4 is closed to new registrations. Monday, December 7 is full. Add anyway?',
  )
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await save()
  const again = await screen.findByRole('alertdialog')
  await user.click(within(again).getByRole('button', { name: 'Save Days' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ selected_days: [2, 3, 4, 7], confirmed_days: [4, 7], version: 1 })
})

it('asks again about a day that filled up meanwhile', async () => {
  const store = respond
  respond = ({ selected_days }) => {
    respond = store
    const now = { ...detail, month: { ...month, day_seats: { 7: 1, 9: 1 }, taken_seats: { 7: 1, 9: 1 } } }
    const message = `Wednesday, December 9 is full. Add anyway? ${selected_days}`
    return Response.json({ error: { code: 'confirm-days', message, stored: now } }, { status: 409 })
  }
  const { user, day, save } = await openEditor()
  await user.click(day(/December 9,/))
  await save()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Wednesday, December 9 is full. Add anyway?')
  await user.click(within(question).getByRole('button', { name: 'Save Days' }))
  await expectToast('Days changed', 'The family gets an email.')
  expect(sent[1]).toMatchObject({ selected_days: [2, 3, 9], confirmed_days: [9], version: 1 })
})

it('keeps the chosen days where the server rejects them, with its sentence', async () => {
  respond = () =>
    Response.json(
      { error: { code: 'day-unavailable', message: 'Tuesday, December 8 has no school.' } },
      { status: 409 },
    )
  const { user, dialog, day, save } = await openEditor()
  await user.click(day(/December 8,/))
  await save()
  await expectToast('Days not changed', 'Tuesday, December 8 has no school.')
  expect(within(dialog).getByText('Adding 8')).toBeDefined()
  await user.click(day(/December 2,/))
  await user.click(day(/December 3,/))
  await user.click(day(/December 8,/))
  expect(within(dialog).getByRole('button', { name: 'Save Days' })).toHaveProperty('disabled', true)
})

it.each(['live', 'on Save'])('ends when another admin cancels the registration, noticed %s', async (how) => {
  const { user, day, save } = await openEditor()
  await user.click(day(/December 8,/))
  const cancellation = {
    cancelled_at: '2026-11-16T14:00:00.000Z',
    cancelled_by: 'Ben Castellano',
    reason: 'Moved away',
    fee: 'none',
    selected_days: [2, 3],
    day_prices: null,
    total_fee: 40,
    fee_before: 40,
  }
  stored = { ...detail, selected_days: [], cancellation, version: 2 }
  respond = () =>
    Response.json(
      { error: { code: 'registration-cancelled', message: 'This registration has been cancelled.' } },
      { status: 409 },
    )
  if (how === 'live') await act(async () => queryClient.invalidateQueries())
  else await save()
  await expectToast(
    'Registration Cancelled',
    'It was cancelled while you were editing. The days were not changed.',
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Days' })).toBeNull())
  await screen.findByText(/Ben Castellano/)
  screen.getByText('Reason: Moved away')
  expect(screen.queryByText(/^This was saved elsewhere/)).toBeNull()
})

it('counts cancelled days apart, in the panel and in the new total', async () => {
  stored = { ...detail, cancelled_days: [3], month: { ...month, cancelled_days: [3] } }
  const { dialog } = await openEditor()
  expect(within(dialog).getByText('1 day, 1 cancelled')).toBeDefined()
  expect(within(dialog).getByText('Before: 1 day, 1 cancelled, $40.00')).toBeDefined()
  expect(document.body.textContent).toContain(`${AMARA.name}, 1 day, 1 cancelled, $40.00`)
})

it('shows no phone number that somebody else than the parent typed', async () => {
  stored = { ...detail, phone: null, guest_parent_phone: '555 0133' }
  renderAdminPage('/admin/submissions?id=s1', <SubmissionDrawer id="s1" onClose={() => undefined} />)
  expect((await screen.findByText('Phone')).nextElementSibling?.textContent).toBe('-')
})

it('says who entered a registration, and that it was agreed by phone', async () => {
  stored = { ...detail, entered_by: 'Rosa Medina', agreement: { language: 'en', items: ['On time.'] } }
  renderAdminPage('/admin/submissions?id=s1', <SubmissionDrawer id="s1" onClose={() => undefined} />)
  await screen.findByText('Entered by Rosa Medina')
  expect(screen.getByText(/agreed by phone/).textContent).toBe('Agreement, agreed by phone')
})
