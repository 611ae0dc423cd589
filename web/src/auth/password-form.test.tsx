import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Portal } from '../lib/auth.api'
import { AuthProvider } from '../lib/auth-provider'
import { LiveStream } from '../testing/live-stream'
import { ToastProvider } from '../ui/feedback/toast-provider'
import { PasswordForm } from './password-form'

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async () => Response.json(null))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each<[string, string, Portal, string]>([
  ['secret', 'secrets', 'parent', "Passwords Don't Match"],
  ['secret', 'secrets', 'staff', "Passwords don't match"],
  ['abc', 'abcd', 'parent', "Passwords Don't Match"],
  ['abc', 'abc', 'parent', 'Password Too Short'],
  ['abc', 'abc', 'staff', 'Password too short'],
])('rejects the new password %s confirmed as %s with the message of the %s portal', async (...row) => {
  const [password, confirmation, portal, title] = row
  render(
    <AuthProvider>
      <ToastProvider>
        <PasswordForm
          portal={portal}
          tokens={{ access_token: 'a' }}
          email="dana@example.com"
          onDone={vi.fn()}
          onInvalid={vi.fn()}
        />
      </ToastProvider>
    </AuthProvider>,
  )
  fireEvent.change(screen.getByLabelText('New Password'), { target: { value: password } })
  fireEvent.change(screen.getByLabelText('Confirm Password'), { target: { value: confirmation } })
  fireEvent.click(screen.getByRole('button', { name: 'Update Password' }))
  await screen.findByText(title)
  const [wrong, right] = password === confirmation ? ['New', 'Confirm'] : ['Confirm', 'New']
  const field = screen.getByLabelText(`${wrong} Password`)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const description = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  expect(description).toMatch(password === confirmation ? /at least 6 characters/ : /both password/)
  expect(screen.getByLabelText(`${right} Password`).getAttribute('aria-invalid')).toBeNull()
  fireEvent.change(screen.getByLabelText('New Password'), { target: { value: 'late afternoon' } })
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

it("shows the server's error about the password at its field too", async () => {
  const message = 'Please choose another password.'
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'invalid', message, fields: { password: message } } }, { status: 422 }),
  )
  render(
    <AuthProvider>
      <ToastProvider>
        <PasswordForm
          portal="parent"
          email="dana@example.com"
          tokens={{ access_token: 'a' }}
          onDone={vi.fn()}
          onInvalid={vi.fn()}
        />
      </ToastProvider>
    </AuthProvider>,
  )
  for (const label of ['New Password', 'Confirm Password'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'late afternoon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Update Password' }))
  await screen.findByText('Password Update Failed')
  expect(screen.getByLabelText('New Password').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(message)).toHaveLength(2)
})
