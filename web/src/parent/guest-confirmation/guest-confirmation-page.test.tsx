import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../lib/auth-provider'
import { setSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { es as receipt } from '../registration/texts/receipt.es'
import GuestConfirmationPage from './guest-confirmation-page'
import { es } from './texts/es'

const REQUEST = {
  state: 'waiting',
  confirm_by: '2026-11-16T15:00:00.000Z',
  month_name: 'December',
  year: 2026,
  dropin_date: null,
  selected_days: [4],
  total_fee: 20,
}
const OVER = { ...REQUEST, total_fee: null }

let stored: object
let pressed: () => Response
let presses: number
beforeEach(() => {
  presses = 0
  stored = REQUEST
  pressed = () => Response.json({ ...OVER, state: 'confirmed' })
  setSession(null)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('/guest-confirmation')) return Response.json({ now: '2026-11-16T14:00:00.000Z' })
    if (url.endsWith('/preview')) return Response.json(stored)
    presses += 1
    return pressed()
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
          <GuestConfirmationPage />
        </AuthProvider>
      </Router>
    </QueryClientProvider>,
  )

const refusal = (message: string) => () =>
  Response.json({ error: { code: 'month-unavailable', message } }, { status: 409 })

it('confirms by the button only, and says so in its place', async () => {
  open()
  const button = await screen.findByRole('button', { name: 'Confirm' })
  screen.getByText('December 2026')
  expect(presses).toBe(0)
  await userEvent.click(button)
  const done = await screen.findByText(/^Thank you\. This is confirmed\./)
  expect(document.activeElement).toBe(done)
  expect(presses).toBe(1)
})

it.each([
  ['confirmed', 'This is already confirmed. The confirmation email has your private link.'],
  ['dropped', "This wasn't confirmed within 60 minutes, so it was dropped and nothing is booked."],
])('says of what is %s so, without a button', async (state, words) => {
  stored = { ...OVER, state }
  open()
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Send a new request' }) !== null).toBe(state === 'dropped')
})

it('says of a drop-in that needs approval that it waits', async () => {
  stored = { ...OVER, state: 'confirmed', is_waiting: true }
  open()
  await screen.findByText(/your drop-in is waiting for approval/)
})

it('shows why it cannot be confirmed now, and can be tried again', async () => {
  pressed = refusal("This month isn't open for registration.")
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain("This month isn't open for registration.")
  expect(alert.textContent).toContain("Your request isn't lost")
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(presses).toBe(2)
})

it('has no second period in Spanish, where times end with one', () => {
  const time = formatDateTime(REQUEST.confirm_by, 'America/New_York', 'es')
  expect(time).toMatch(/a\.m\.$/)
  for (const text of [es.confirmBy(time), es.stillHeld(time), receipt.confirmBy(time)])
    expect(text).not.toContain('..')
})
