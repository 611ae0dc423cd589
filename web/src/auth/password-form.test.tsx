import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, it, vi } from 'vitest'
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
})
