import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../lib/auth-provider'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { ToastProvider } from '../../ui/feedback/toast-provider'
import type { GuestClaim } from './guest-claims.api'
import { GuestClaimsCard } from './guest-claims-card'

const DECEMBER: GuestClaim = {
  id: 'g1',
  month_name: 'December',
  year: 2026,
  dropin_date: null,
  status: 'submitted',
  selected_days: [1, 3, 4],
  cancelled_days: [4, 14],
  day_prices: null,
  total_fee: 40,
  submitted_at: '2026-11-02T10:00:00Z',
  guest_child_name: ' otis whitfield',
  guest_child_allergies: 'Peanuts',
}
const child = (id: string, name: string, allergies: string | null = null) => ({ id, name, allergies })

let children: object[]
let childrenHeld: Promise<void>
let answer: () => Response
let sent: { path: string; body: unknown; key: string | null }[]
beforeEach(() => {
  queryClient.clear()
  sent = []
  childrenHeld = Promise.resolve()
  answer = () => Response.json({ id: 'g1' })
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://x')
    if (pathname === '/api/children') {
      await childrenHeld
      return Response.json({ rows: children, total: children.length })
    }
    if (init?.method !== 'POST') return Response.json({ rows: [], now: '2026-11-16T14:00:00Z' })
    const key = new Headers(init.headers).get('idempotency-key')
    sent.push({ path: pathname, body: JSON.parse(String(init.body)), key })
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const renderCard = (claim: GuestClaim) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <Router>
          <AuthProvider>
            <GuestClaimsCard claims={[claim]} />
          </AuthProvider>
        </Router>
      </ToastProvider>
    </QueryClientProvider>,
  )

async function open(...family: object[]) {
  children = family
  const user = userEvent.setup()
  renderCard(DECEMBER)
  const card = screen.getByRole('region', { name: 'Registered as a guest before?' })
  expect(card.textContent).toMatch(/otis whitfield · 2 days, 1 cancelled · \$40\.00/)
  await user.click(within(card).getByRole('button', { name: /^Add December 2026/ }))
  const dialog = await screen.findByRole('dialog')
  return { user, dialog: within(dialog) }
}

it.each([
  ['waiting', '2099-11-20', 'Waiting'],
  ['declined', '2099-11-20', 'Declined'],
  ['waiting', '2020-11-20', 'Not answered'],
] as const)('says of a drop-in that is %s for %s: %s', (status, dropin_date, label) => {
  const dropIn = { ...DECEMBER, month_name: null, year: null, selected_days: [20], cancelled_days: [] }
  renderCard({ ...dropIn, status, dropin_date })
  const card = screen.getByRole('region', { name: 'Registered as a guest before?' })
  within(card).getByText(label)
})

it('adds it to the child of that name, which is preselected, and shows the allergies entered', async () => {
  const { user, dialog } = await open(child('c1', 'Ada Okafor'), child('c2', 'Otis Whitfield', 'Milk'))
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Otis Whitfield' }).checked).toBe(true),
  )
  expect(dialog.getByText(/Allergies you entered as a guest: Peanuts/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText('December 2026 has been added to your account.')
  expect(sent).toEqual([{ path: '/api/guest-claims/g1', body: { child_id: 'c2' }, key: expect.any(String) }])
})

it('cannot be added before the children have loaded', async () => {
  let letChildrenGo = () => {}
  childrenHeld = new Promise((resolve) => {
    letChildrenGo = resolve
  })
  const { user, dialog } = await open(child('c2', 'Otis Whitfield'))
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(add.disabled).toBe(true)
  expect(dialog.queryByRole('textbox')).toBeNull()
  letChildrenGo()
  await dialog.findByRole('radio', { name: 'Otis Whitfield' })
  await user.click(add)
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ child_id: 'c2' }]))
})

it('creates a new child if the family has none of that name', async () => {
  const { user, dialog } = await open()
  const name = await dialog.findByRole('textbox', { name: 'Name' })
  expect(dialog.queryByRole('radio')).toBeNull()
  await user.clear(name)
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Name is required')).toBeDefined()
  expect(sent).toEqual([])
  await user.type(name, 'Otis')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ child: { name: 'Otis', allergies: 'Peanuts' } })
})

it('does not send an unreadable name', async () => {
  const { user, dialog } = await open()
  const name = await dialog.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, '\u200b')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText('Name is required')
  expect(document.activeElement).toBe(name)
  expect(sent).toEqual([])
  await user.type(name, 'Otis')
  expect(dialog.queryByText('Name is required')).toBeNull()
})

it("keeps the dialog open and shows the server's error", async () => {
  const words = 'Ada already has a registration for December 2026.'
  answer = () => Response.json({ error: { code: 'already-booked', message: words } }, { status: 409 })
  const { user, dialog } = await open(child('c1', 'Ada'))
  await user.click(await dialog.findByRole('radio', { name: 'Ada' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText(words)
  expect(dialog.getByRole('radio', { name: 'A new child' })).toBeTruthy()
})

it('resends the same request if the response was lost and the new child already exists', async () => {
  let isLost = true
  answer = () => {
    if (!isLost) return Response.json({ id: 'g1' })
    isLost = false
    children = [child('c9', 'Otis Whitfield')]
    throw new TypeError('Failed to fetch')
  }
  const { user, dialog } = await open()
  await dialog.findByRole('textbox', { name: 'Name' })
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByRole('radio', { name: 'Otis Whitfield' })
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText('December 2026 has been added to your account.')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})
