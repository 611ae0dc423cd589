import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { InviteAdult } from './invite-adult'
import { OtherAdults } from './other-adults'
import type { ParentDetail } from './parents.api'

const DANA = {
  id: 'dana',
  full_name: 'Dana Okafor',
  email: 'dana@example.com',
  adults: [],
  second_adults: [],
}
const parent = DANA as unknown as ParentDetail
const AL = {
  id: 'one',
  email: 'al@example.com',
  sent_at: '2026-11-16T14:00:00.000Z',
  expires_at: '2026-11-23T14:00:00.000Z',
}

let invitations: object[]
let sent: string[]
let refusal: { code: string; message: string } | null
beforeEach(() => {
  invitations = []
  sent = []
  refusal = null
})
withStaff(({ pathname }, init) => {
  if (!pathname.startsWith('/api/admin/parents/dana/family-invitations')) return undefined
  const method = init?.method ?? 'GET'
  if (method !== 'GET') sent.push(`${method} ${pathname} ${init?.body ?? ''}`)
  if (refusal)
    return Response.json({ error: { ...refusal, fields: { email: refusal.message } } }, { status: 409 })
  if (method === 'POST') invitations = [AL]
  if (method === 'DELETE') invitations = []
  return Response.json({ rows: invitations })
})

const show = () =>
  renderAdminPage(
    '/admin/parent-users/dana',
    <>
      <InviteAdult parent={parent} />
      <OtherAdults parent={parent} />
    </>,
  )

it('invites by an email address, and lists the invitation with what can be done with it', async () => {
  const user = show()
  expect(screen.queryByRole('region', { name: 'Other adults in this family' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Invite Adult' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Adult' }))
  await user.type(dialog.getByLabelText(/^Email/), 'al@example.com')
  await user.click(dialog.getByRole('button', { name: 'Send Invitation' }))
  await expectToast('Invitation sent', 'al@example.com gets a link to join. It works for 7 days.')
  const section = within(await screen.findByRole('region', { name: 'Other adults in this family' }))
  section.getByText('Invited on Nov 16, 2026')
  await user.click(section.getByRole('button', { name: 'Send again: invitation to al@example.com' }))
  await expectToast('Invitation sent', 'al@example.com has a new link. The old one no longer works.')
  await user.click(section.getByRole('button', { name: 'Cancel the invitation to al@example.com' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Cancel invitation' }))
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Other adults in this family' })).toBeNull(),
  )
  expect(sent).toEqual([
    'POST /api/admin/parents/dana/family-invitations {"email":"al@example.com"}',
    'POST /api/admin/parents/dana/family-invitations/one/send-again ',
    'DELETE /api/admin/parents/dana/family-invitations/one ',
  ])
})

it.each([
  ['in-family', 'This address already belongs to an adult in this family.'],
  [
    'too-many-invitations',
    'This family has been sent 10 invitation emails today. Please try again tomorrow.',
  ],
])('says %s in words for staff, and keeps the address', async (code, words) => {
  refusal = { code, message: 'Your family' }
  const user = show()
  await user.click(screen.getByRole('button', { name: 'Invite Adult' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Adult' }))
  await user.type(dialog.getByLabelText(/^Email/), 'al@example.com')
  await user.click(dialog.getByRole('button', { name: 'Send Invitation' }))
  expect(await dialog.findByText(words)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('al@example.com')
})
