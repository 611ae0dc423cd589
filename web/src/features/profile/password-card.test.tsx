import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { getAuthState } from '../../lib/auth-store'
import { LiveStream } from '../../testing/live-stream'
import { renderAdminPage, STAFF_SESSION, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { LiveUpdates } from '../live-updates/live-updates'
import { PasswordCard } from './password-card'

const NOW = '2026-11-16T14:00:00.000Z'
let sent: unknown[]
let sessionChecks: number
let isEnded: boolean
let respond: () => Response | Promise<Response>
beforeEach(() => {
  sent = []
  sessionChecks = 0
  isEnded = false
})
withStaff((url, init) => {
  if (url.pathname === '/api/auth/password') {
    sent.push(JSON.parse(String(init?.body)))
    return respond()
  }
  if (url.pathname === '/api/auth/password-check') return Response.json({ weakness: null })
  sessionChecks += 1
  return isEnded ? Response.json(null) : undefined
})

async function changePassword(current: string, next: string, again: string, clicks: 1 | 2 = 1) {
  const user = renderAdminPage(
    '/admin/profile',
    <>
      <LiveUpdates />
      <PasswordCard />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }))
  if (current) await user.type(dialog.getByLabelText('Current Password'), current)
  if (next) await user.type(dialog.getByLabelText('New Password'), next)
  if (again) await user.type(dialog.getByLabelText('Confirm Password'), again)
  await waitFor(() => expect(sessionChecks).toBe(1))
  const submit = dialog.getByRole('button', { name: 'Change Password' })
  await (clicks === 2 ? user.dblClick(submit) : user.click(submit))
  return { user, dialog }
}

const refuse = (status: number, code: string, message: string, fields = {}) =>
  Response.json({ error: { code, message, fields } }, { status })

it('changes the password once for a double click, and keeps this browser signed in', async () => {
  respond = async () => {
    isEnded = true
    LiveStream.emit('signed-out')
    // The live event comes before the response.
    await new Promise((resolve) => setTimeout(resolve, 30))
    isEnded = false
    return Response.json({ ...STAFF_SESSION, now: NOW })
  }
  await changePassword('sunset', 'new words', 'new words', 2)
  await expectToast('Password Changed', "You're now signed in only here.")
  expect(sent).toEqual([{ current_password: 'sunset', password: 'new words' }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sessionChecks).toBe(1)
  expect(getAuthState()).toMatchObject({ session: { user: STAFF_SESSION.user }, sessionExpired: false })
})

it('shows every missing, short or different password at its field and sends nothing', async () => {
  const { dialog } = await changePassword('', '12345', '123456')
  expect(dialog.getByText('Enter your current password')).toBeTruthy()
  expect(dialog.getByText('Password must be at least 6 characters long.')).toBeTruthy()
  expect(dialog.getByText('Please make sure both passwords are the same.')).toBeTruthy()
  expect(sent).toEqual([])
})

it('shows a wrong current password at its field, keeps what was typed, and says when to try again', async () => {
  respond = () =>
    sent.length === 1
      ? refuse(401, 'wrong-password', 'Incorrect password.', { current_password: 'Incorrect password.' })
      : refuse(429, 'too-many', 'Too many attempts. Please try again in 2 minutes.')
  const { user, dialog } = await changePassword('sunrise', 'new words', 'new words')
  await dialog.findByText('Incorrect password.')
  expect(dialog.getByLabelText<HTMLInputElement>('New Password').value).toBe('new words')
  expect(getAuthState().session).not.toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Change Password' }))
  await expectToast('Password not changed', 'Too many attempts. Please try again in 2 minutes.')
})

it('finds out that the session has ended when the response is lost', async () => {
  respond = () => {
    isEnded = true
    throw new TypeError('Failed to fetch')
  }
  await changePassword('sunset', 'new words', 'new words')
  await waitFor(() => expect(getAuthState()).toMatchObject({ session: null, sessionExpired: true }))
})
