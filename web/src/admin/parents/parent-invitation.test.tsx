import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { ParentInformation } from './parent-information'
import { type ParentDetail, useParent } from './parents.api'

const dana: ParentDetail = {
  id: 'dana',
  is_guest: false,
  full_name: 'Dana Okafor',
  email: 'dana@example.com',
  has_unconfirmed_email: false,
  phone: null,
  status: 'active',
  status_since: '2026-11-01T14:00:00.000Z',
  version: 1,
  invitation: { invited_at: null },
  children: [],
  family_of: null,
  language: null,
  second_adults: [],
  adults: [],
  totals: {
    billed: 0,
    billed_submissions: 0,
    paid: 0,
    payments: 0,
    reversals: 0,
    balance: 0,
    payment_status: 'paid',
  },
}
let stored = dana
let sent = 0
let failure: Response | null = null

withStaff((url) => {
  if (url.pathname === '/api/admin/parents/dana') return Response.json(stored)
  if (url.pathname !== '/api/admin/parents/dana/invitation') return undefined
  sent += 1
  if (failure) return failure
  stored = { ...stored, invitation: { invited_at: '2026-11-16T14:00:00.000Z' } }
  return Response.json(stored)
})

function Page() {
  const { data } = useParent('dana')
  return data ? <ParentInformation parent={data} /> : null
}

type Open = { error?: Response; status?: ParentDetail['status'] }

function open(invitation: ParentDetail['invitation'], { error, status = 'active' }: Open = {}) {
  stored = { ...dana, invitation, status }
  sent = 0
  failure = error ?? null
  return renderAdminPage('/admin/parent-users/dana', <Page />)
}

it('says that a parent is not invited, and after sending that they are', async () => {
  const user = open({ invited_at: null })
  expect(await screen.findByText('Not invited')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('dana@example.com gets a link to choose a password.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Send invitation again' })).toBeTruthy()
  expect(screen.getByText('Invited')).toBeTruthy()
  expect(sent).toBe(1)
})

it.each([
  [409, 'has-password', 'This parent has already chosen a password.'],
  [429, 'invited-recently', 'An invitation was just sent. You can send it again in 40 seconds.'],
])('says why it could not be sent (%s %s)', async (status, code, message) => {
  const error = { code, message }
  const user = open(
    { invited_at: '2026-11-01T14:00:00.000Z' },
    { error: Response.json({ error }, { status }) },
  )
  await user.click(await screen.findByRole('button', { name: 'Send invitation again' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByText('Invitation sent')).toBeNull()
})

it('cannot be sent to a suspended parent', async () => {
  open({ invited_at: null }, { status: 'suspended' })
  expect(await screen.findByText('Not invited')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
})

it('says nothing of the kind about a parent with a password', async () => {
  open(null)
  await screen.findByText('dana@example.com')
  await waitFor(() => expect(screen.queryByText(/invited|send invitation/i)).toBeNull())
})
