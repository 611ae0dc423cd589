import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../lib/auth-provider'
import { setSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import GuestRegistrationPage from './guest-registration-page'

let refusal: { status: number; code: string; message: string } | null
let stored: object
let edits: object[]
beforeEach(() => {
  refusal = null
  edits = []
  setSession(null)
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    if ((input instanceof Request ? input.method : init?.method) === 'PATCH')
      edits.push(JSON.parse(input instanceof Request ? await input.text() : String(init?.body)))
    // The session's response has the server's time.
    if (!refusal) return Response.json({ ...stored, now: '2026-11-16T14:00:00.000Z' })
    const { status, ...error } = refusal
    return Response.json({ error }, { status })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AuthProvider>
          <GuestRegistrationPage />
        </AuthProvider>
      </Router>
    </QueryClientProvider>,
  )

it.each([
  ['a link that leads nowhere', 'invalid-guest-link', 'This link is invalid or has expired.'],
  ['a link that is no link at all', 'invalid', 'This link is invalid or has expired.'],
  ['too many tries', 'too-many', 'Too many attempts.'],
])('%s gets a message about the link', async (_, code, words) => {
  const message = code === 'invalid' ? 'Please check the highlighted fields.' : words
  refusal = { status: 422, code, message }
  open()
  await screen.findByText(words)
  expect(screen.queryByText('Please check the highlighted fields.')).toBeNull()
})

const REGISTRATION = {
  month_name: 'December',
  year: 2026,
  dropin_date: null,
  selected_days: [1, 3, 4],
  cancelled_days: [3],
  total_fee: 40,
  day_prices: { 1: 20, 3: 0, 4: 20 },
  agreed_at: null,
  agreed_by_phone: false,
  edit: null,
  cancellation: null,
  cancel_request: null,
  may_withdraw: false,
  is_claimed: false,
}

it('names cancelled days, and counts them apart from the days of care', async () => {
  stored = REGISTRATION
  open()
  await screen.findByText('Cancelled: Dec 3')
  const days = within(screen.getByRole('list', { name: 'Days' })).getAllByRole('listitem')
  expect(days.map((day) => day.textContent)).toEqual(['Tue 1', 'Fri 4'])
  screen.getByText('2 days, 1 cancelled')
})

it('offers an account, or signing in once it belongs to one', async () => {
  stored = REGISTRATION
  open()
  await screen.findByRole('link', { name: 'create an account' })
  expect(screen.queryByText(/belongs to an account/)).toBeNull()
  screen.getByRole('button', { name: 'Ask to cancel this registration' })
  cleanup()
  queryClient.clear()
  stored = { ...REGISTRATION, is_claimed: true }
  open()
  await screen.findByText(/^This now belongs to an account/)
  expect(screen.getByRole('link', { name: 'sign in' }).getAttribute('href')).toBe('/auth')
  expect(screen.queryByRole('link', { name: 'create an account' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ask to cancel this registration' })).toBeNull()
})

it('withdraws a drop-in after a question, and says so in its place', async () => {
  stored = {
    ...REGISTRATION,
    month_name: null,
    year: null,
    dropin_date: '2026-11-17',
    selected_days: [17],
    cancelled_days: [],
    may_withdraw: true,
  }
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw Request' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Withdraw' }))
  const done = await screen.findByText('Your drop-in request for Tuesday, November 17 was withdrawn.')
  expect(document.activeElement).toBe(done)
  expect(screen.queryByRole('button', { name: 'Withdraw Request' })).toBeNull()
})

it('does not offer to withdraw what the server would refuse', async () => {
  stored = { ...REGISTRATION, dropin_date: '2026-11-17', may_withdraw: false }
  open()
  await screen.findByText('Total Fee')
  expect(screen.queryByRole('button', { name: 'Withdraw Request' })).toBeNull()
})

const EDIT = {
  version: 3,
  attended_days: [1],
  begun_days_stay: false,
  credits: {},
  months: {
    month_name: 'December',
    year: 2026,
    regular_price: 20,
    special_price: 30,
    special_days: [],
    closed_days: [10],
    cancelled_days: [3],
    day_types: {},
    seats: null,
    day_seats: {},
    taken_seats: {},
  },
}

it('changes the days by the rules of an edit, once the agreement is ticked again', async () => {
  stored = { ...REGISTRATION, edit: EDIT }
  open()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit Days' }))
  const dialog = within(await screen.findByRole('dialog'))
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  expect(save).toHaveProperty('disabled', true)
  const dayButton = (day: number) => dialog.getByRole('button', { name: new RegExp(`December ${day}\\b`) })
  // Closed days, and days on which the child was here, cannot be changed.
  for (const day of [1, 10]) expect(dayButton(day).getAttribute('aria-disabled')).toBe('true')
  await user.click(dayButton(7))
  await user.click(dialog.getByRole('checkbox', { name: 'I agree to the registration agreement' }))
  stored = { ...stored, selected_days: [1, 3, 4, 7], total_fee: 60, edit: { ...EDIT, version: 4 } }
  await user.click(save)
  await screen.findByText('Mon 7')
  expect(edits).toMatchObject([
    { selected_days: [1, 3, 4, 7], agreed: true, fee: 60, version: 3, agreement: { language: 'en' } },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('offers no edit where the server has none', async () => {
  stored = REGISTRATION
  open()
  await screen.findByText('Total Fee')
  expect(screen.queryByRole('button', { name: 'Edit Days' })).toBeNull()
})

it('ends an edit that the office cuts short by cancelling, and says so', async () => {
  stored = { ...REGISTRATION, edit: EDIT }
  open()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit Days' }))
  await screen.findByRole('dialog')
  const cancellation = {
    cancelled_at: '2026-11-16T14:00:00Z',
    selected_days: [1, 3, 4],
    day_prices: null,
    fee: 'none',
    total_fee: 40,
    fee_before: 40,
  }
  stored = { ...REGISTRATION, cancellation, selected_days: [], edit: null }
  await queryClient.invalidateQueries({ queryKey: ['guest-registration'] })
  await screen.findByText(/^Cancelled on/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says that the terms were agreed to by phone', async () => {
  stored = { ...REGISTRATION, agreed_at: '2026-11-16T14:00:00Z', agreed_by_phone: true }
  open()
  await screen.findByText(/^Agreed to the terms by phone on/)
})

it('shows no details of a link that has ended meanwhile, and keeps them where it could not be checked', async () => {
  stored = REGISTRATION
  open()
  await screen.findByText('Total Fee')
  refusal = { status: 429, code: 'too-many', message: 'Too many attempts.' }
  await act(() => queryClient.invalidateQueries())
  screen.getByText('Total Fee')
  expect(screen.queryByRole('alert')).toBeNull()
  refusal = { status: 404, code: 'invalid-guest-link', message: 'This link is invalid or has expired.' }
  await act(() => queryClient.invalidateQueries())
  await screen.findByText('This link is invalid or has expired.')
  expect(screen.queryByText('Total Fee')).toBeNull()
})
