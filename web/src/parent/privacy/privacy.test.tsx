import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveUpdates } from '../../features/live-updates/live-updates'
import { AuthProvider } from '../../lib/auth-provider'
import { getAuthState, setSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { LiveStream } from '../../testing/live-stream'
import { ToastProvider } from '../../ui/feedback/toast-provider'
import { PrivacyCard } from './privacy-card'

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const session = (...roles: ('parent' | 'admin')[]) => ({
  user: DANA,
  roles,
  expires_at: '2999-01-01T00:00:00.000Z',
})

let isThere: boolean
let isMember: boolean
let answer: () => Promise<Response>
let passwords: unknown[]
beforeEach(() => {
  isThere = true
  isMember = false
  passwords = []
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://x')
    if (pathname === '/api/own-data/delete-account') {
      passwords.push(JSON.parse(String(init?.body)).password)
      return answer()
    }
    if (pathname === '/api/family') return Response.json({ adults: [{ you: true, first: !isMember }] })
    return Response.json(isThere ? { ...session('parent'), now: '2026-11-16T14:00:00.000Z' } : null)
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  setSession(null)
  vi.unstubAllGlobals()
})

async function show(...roles: ('parent' | 'admin')[]) {
  setSession(session(...roles))
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <AuthProvider>
          <LiveUpdates />
          <PrivacyCard />
        </AuthProvider>
      </ToastProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

async function type(user: ReturnType<typeof userEvent.setup>, password: string) {
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Password/), password)
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  return dialog
}

it('deletes the account with the password, and does not report an expired session', async () => {
  answer = async () => {
    isThere = false
    LiveStream.emit('signed-out')
    // The live event and the session check came before the response.
    await new Promise((resolve) => setTimeout(resolve, 30))
    return Response.json({ ok: true })
  }
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  await type(await show('parent'), 'sunset')
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'))
  expect(sessionStorage.getItem('aftercare.flash')).toContain(
    "Your account and your family's data have been erased.",
  )
  expect(passwords).toEqual(['sunset'])
  expect(getAuthState()).toMatchObject({ session: null, sessionExpired: false, isReloading: true })
})

it('tells somebody who joined a family that its records stay', async () => {
  isMember = true
  answer = async () => Response.json({ ok: true })
  vi.spyOn(window.location, 'replace').mockReturnValue()
  const user = await show('parent')
  await screen.findByText(/The family's records stay\./)
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText("The family's children, registrations and payments stay with the family.")
  await user.type(dialog.getByLabelText(/^Password/), 'sunset')
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  await waitFor(() =>
    expect(sessionStorage.getItem('aftercare.flash')).toContain("The family's records stay with the family."),
  )
})

it('shows a wrong password at the field, and in the dialog what prevents deletion', async () => {
  const words = 'Your balance due is $40.00. Please pay it before you delete your account.'
  const refusals = [
    {
      code: 'wrong-password',
      message: 'Incorrect password.',
      fields: { password: 'Incorrect password.' },
    },
    { code: 'account-in-use', message: words },
  ]
  answer = async () =>
    Response.json({ error: refusals.shift() }, { status: refusals.length === 1 ? 401 : 409 })
  const user = await show('parent')
  const dialog = await type(user, 'wrong')
  await dialog.findByText('Incorrect password.')
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain(words))
  expect(getAuthState().session?.user).toEqual(DANA)
})

it('tells staff who can remove their account, and offers no button', async () => {
  await show('parent', 'admin')
  expect(screen.getByText(/Another admin can remove it under Settings/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Download my data' })).toBeTruthy()
})
