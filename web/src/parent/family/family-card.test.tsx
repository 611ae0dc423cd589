import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { LiveUpdates } from '../../features/live-updates/live-updates'
import { AuthProvider } from '../../lib/auth-provider'
import { getAuthState, setSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { PARENT_SESSION } from '../../testing/parent-server'
import { expectToast } from '../../testing/toasts'
import { ToastProvider } from '../../ui/feedback/toast-provider'
import type { Family } from './family.api'
import { FamilyCard } from './family-card'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

const DANA = { id: 'dana', name: 'Dana Okafor', email: 'dana@example.com', first: true, you: true }
/** A name that contains another, and markup. */
const KEMI = { id: 'kemi', name: 'Dana Okafor <b>jr</b>', email: 'k@example.com', first: false, you: false }
const OLA = {
  id: 'i1',
  email: 'ola@example.com',
  sent_at: '2026-11-16T14:00:00.000Z',
  expires_at: '2026-11-23T14:00:00.000Z',
}

let family: Family
let requests: string[]
let respond: () => Response
beforeEach(() => {
  family = { adults: [DANA], invitations: [] }
  requests = []
  respond = () => Response.json(family)
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://x')
    if (pathname === '/api/auth/session')
      return Response.json({ ...PARENT_SESSION, now: '2026-11-16T14:00:00.000Z' })
    const method = init?.method ?? 'GET'
    if (method === 'GET') return Response.json(family)
    requests.push(`${method} ${pathname} ${init?.body ?? ''}`.trim())
    return respond()
  })
  setSession(PARENT_SESSION)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  setSession(null)
})

const fails =
  (code: string, message: string, fields = {}) =>
  () =>
    Response.json({ error: { code, message, fields } }, { status: 409 })

async function show() {
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <AuthProvider>
          <Router>
            <LiveUpdates />
            <FamilyCard />
          </Router>
        </AuthProvider>
      </ToastProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('Dana Okafor')
  return userEvent.setup()
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const confirm = async (user: ReturnType<typeof userEvent.setup>, button: string) => {
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: button }))
}

it('shows oneself and the invitation form, and nothing to leave or remove', async () => {
  await show()
  screen.getByRole('heading', { name: 'Adults in this family' })
  expect(rows()).toEqual(['Dana OkaforYoudana@example.com'])
  screen.getByRole('textbox', { name: 'Invite another adult' })
  expect(screen.queryByRole('button', { name: /Leave|Remove/ })).toBeNull()
})

it('invites, empties the field, and lists the invitation with its dates', async () => {
  const user = await show()
  await user.type(screen.getByLabelText('Invite another adult'), 'ola@example.com')
  respond = () => {
    family = { adults: [DANA], invitations: [OLA] }
    return Response.json(family)
  }
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await expectToast('Invitation sent', 'We sent a link to ola@example.com. It works for 7 days.')
  await screen.findByText('Invited Nov 16, 2026, link works until Nov 23, 2026')
  expect(screen.getByLabelText<HTMLInputElement>('Invite another adult').value).toBe('')
  expect(requests).toEqual(['POST /api/family/invitations {"email":"ola@example.com"}'])
})

it('sends nothing for a malformed address, and shows why the server refuses one', async () => {
  const user = await show()
  const field = screen.getByLabelText('Invite another adult')
  await user.type(field, 'ola@')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(requests).toEqual([])
  const words = 'This address is already in your family.'
  respond = fails('in-family', words, { email: words })
  await user.type(field, 'example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await expectToast('Error', words)
  expect(screen.getByText(words, { selector: '[id$=-error]' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Invite another adult').value).toBe('ola@example.com')
})

it('sends an invitation again, and cancels it after a question', async () => {
  family.invitations = [OLA]
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Send again: invitation to ola@example.com' }))
  await expectToast('Invitation sent', 'ola@example.com has a new link. The old one no longer works.')
  await user.click(screen.getByRole('button', { name: 'Cancel the invitation to ola@example.com' }))
  expect(requests).toEqual(['POST /api/family/invitations/i1/send-again'])
  family = { adults: [DANA], invitations: [] }
  await confirm(user, 'Cancel invitation')
  await expectToast('Invitation cancelled', 'The link sent to ola@example.com no longer works.')
  await waitFor(() => expect(rows()).toHaveLength(1))
})

it('does not say that an invitation was cancelled that somebody accepted meanwhile', async () => {
  family.invitations = [OLA]
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Cancel the invitation to ola@example.com' }))
  family = { adults: [DANA, KEMI], invitations: [] }
  respond = () => Response.json({ error: { code: 'not-found', message: 'Not found.' } }, { status: 404 })
  await confirm(user, 'Cancel invitation')
  await expectToast(
    'Invitation no longer open',
    'The invitation to ola@example.com was accepted, cancelled or sent again meanwhile.',
  )
  await waitFor(() => expect(rows()).toHaveLength(2))
})

it('removes another adult after a question, as the first adult', async () => {
  family.adults = [DANA, KEMI]
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Remove Dana Okafor <b>jr</b>' }))
  expect(requests).toEqual([])
  await screen.findByText(/can't see or change anything of your family from then on/)
  respond = () => {
    family = { adults: [DANA], invitations: [] }
    return Response.json(family)
  }
  await confirm(user, 'Remove')
  await expectToast('Removed', 'Dana Okafor <b>jr</b> is no longer in this family.')
  await waitFor(() => expect(rows()).toEqual(['Dana OkaforYoudana@example.com']))
  expect(requests).toEqual(['DELETE /api/family/adults/kemi'])
})

it('offers a member to leave, not to remove, and then loads an empty account', async () => {
  family.adults = [
    { ...DANA, first: false },
    { ...KEMI, first: true },
  ]
  localStorage.setItem('aftercare.draft.month.dana', JSON.stringify({ savedAt: Date.now(), values: ['c1'] }))
  respond = () => Response.json({ ok: true })
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  const user = await show()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Leave this family' }))
  await confirm(user, 'Leave')
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/dashboard'))
  expect(getAuthState().isReloading).toBe(true)
  expect(sessionStorage.getItem('aftercare.flash')).toContain("You're no longer in the family")
  expect(localStorage.getItem('aftercare.draft.month.dana')).toBeNull()
})

it('has no form once the family has four adults, open invitations included', async () => {
  const more = ['a', 'b'].map((id) => ({ ...KEMI, id, name: id, email: `${id}@example.com` }))
  family = { adults: [DANA, ...more], invitations: [OLA] }
  await show()
  expect(screen.queryByLabelText('Invite another adult')).toBeNull()
  screen.getByText('A family can have up to 4 adults, open invitations included.')
})

it('shows live who has joined, and leaves the page of an adult who was removed', async () => {
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  await show()
  family = { adults: [DANA, KEMI], invitations: [] }
  await act(async () => LiveStream.emit('family_members', { type: 'INSERT', member_id: 'kemi' }))
  await screen.findByText('Dana Okafor <b>jr</b>')
  expect(replace).not.toHaveBeenCalled()
  await act(async () => LiveStream.emit('family_members', { type: 'DELETE', member_id: 'dana' }))
  expect(replace).toHaveBeenCalledExactlyOnceWith('/dashboard')
  expect(getAuthState().isReloading).toBe(true)
})
