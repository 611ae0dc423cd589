import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { InviteAdminDialog } from '../admin/admins/invite-admin-dialog'
import { setSession } from '../lib/auth-store'
import { answerPasswordPrompt } from '../lib/password-prompt'
import { PrivacyCard } from '../parent/privacy/privacy-card'
import { renderAdminPage, withStaff } from '../testing/staff'
import { PasswordPrompt } from './password-prompt'

beforeAll(() => Promise.all([import('../ui/overlays/dialogs.lazy'), import('./password-dialog')]))

const refuse = (status: number, code: string, message: string, fields = {}) =>
  Response.json({ error: { code, message, fields } }, { status })

/** The headers and bodies of requests that ask for the password. */
let sent: { key: string | null; body: unknown }[]
let passwords: string[]
let isEntered: boolean
beforeEach(() => {
  sent = []
  passwords = []
  isEntered = false
})
afterEach(() => answerPasswordPrompt(false))
withStaff(({ pathname }, init) => {
  if (pathname === '/api/family') return Response.json({ adults: [] })
  if (pathname === '/api/auth/reauthenticate') {
    const { password } = JSON.parse(String(init?.body))
    passwords.push(password)
    if (password === 'often')
      return refuse(429, 'too-many', 'Too many attempts. Please try again in 2 minutes.')
    if (password !== 'sunset')
      return refuse(401, 'wrong-password', 'Incorrect password.', { password: 'Incorrect password.' })
    isEntered = true
    return Response.json({ ok: true })
  }
  const isMarked =
    pathname === '/api/own-data' || (pathname === '/api/admin/admins' && init?.method === 'POST')
  if (!isMarked) return
  const headers = new Headers(init?.headers)
  sent.push({ key: headers.get('idempotency-key'), body: init?.body && JSON.parse(String(init.body)) })
  if (!isEntered) return refuse(403, 'password-needed', 'Please enter your password to continue.')
  return Response.json({ email: 'ines@example.com' })
})

async function invite() {
  const user = renderAdminPage(
    '/admin/settings',
    <>
      <InviteAdminDialog open onOpenChange={() => undefined} />
      <PasswordPrompt />
    </>,
  )
  await user.type(await screen.findByRole('textbox', { name: /^Full Name/ }), 'Ines')
  await user.type(screen.getByRole('textbox', { name: /^Email/ }), 'ines@example.com')
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  const enter = async (password: string) => {
    await user.clear(dialog.getByLabelText('Password'))
    await user.type(dialog.getByLabelText('Password'), password)
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
  }
  return { user, dialog, enter }
}

it('asks for the password, says what is wrong with it, and sends the same request again', async () => {
  const { dialog, enter } = await invite()
  await enter('wrong')
  await dialog.findByText('Incorrect password.')
  await enter('often')
  await dialog.findByText('Too many attempts. Please try again in 2 minutes.')
  expect(sent).toHaveLength(1)
  await enter('sunset')
  await screen.findByText('Invitation sent')
  expect(passwords).toEqual(['wrong', 'often', 'sunset'])
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]).toMatchObject({ key: expect.any(String), body: { full_name: 'Ines' } })
  expect(screen.queryByRole('dialog', { name: 'Enter your password' })).toBeNull()
})

it('keeps the form on Cancel, without an error, and asks again next time', async () => {
  const { user, dialog } = await invite()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Enter your password' })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Full Name/ }).value).toBe('Ines')
  expect(screen.queryByText('Error')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }))
  await screen.findByRole('dialog', { name: 'Enter your password' })
  expect(sent).toHaveLength(2)
})

it('closes when the session ends meanwhile', async () => {
  const { dialog } = await invite()
  dialog.getByRole('button', { name: 'Continue' })
  setSession(null)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Enter your password' })).toBeNull())
})

it('asks before a download too', async () => {
  const user = renderAdminPage(
    '/profile',
    <>
      <PrivacyCard />
      <PasswordPrompt />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(dialog.getByLabelText('Password'), 'sunset')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Download ready')
  expect(sent).toHaveLength(2)
})
