import { FIRST_PICKUP_TIMES } from '@aftercare/domain/board/pickup-times'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../auth/auth-provider'
import { setSession } from '../../auth/auth-store'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { ToastProvider } from '../../ui/feedback/toast'
import { PricingTab } from './pricing-tab'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

const SESSION = {
  user: { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina' },
  roles: ['admin' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
}
const SECTIONS: Record<string, unknown> = {
  about_aftercare: { title: 'About', content: { program_hours: '3 to 6' } },
  registration_agreement: { content: { items: ['Pay first.', '**Late pick-up costs $50.**'] } },
  dropin_agreement: { content: { items: ['Subject to availability.'] } },
}

let stored: Record<string, unknown>
let writes: { path: string; body: unknown }[]

beforeEach(() => {
  writes = []
  stored = {
    pricing: { regular_price: 20, special_price: 30, active_months: 3, version: 1 },
    'default-seats': { seats: null, version: 0 },
    'pickup-times': { ...FIRST_PICKUP_TIMES, version: 0 },
    'statement-details': { legal_name: null, address: null, tax_number: null, version: 0 },
  }
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://x')
    const name = pathname.split('/').at(-1) ?? ''
    if (init?.method === 'PUT') {
      const { version, ...body } = JSON.parse(String(init.body))
      writes.push({ path: pathname, body })
      const before = stored[name] as object
      const after = { ...before, ...body, ...numbers(body) }
      stored[name] = { ...after, version: isSame(before, after) ? version : version + 1 }
      return Response.json(stored[name])
    }
    if (name in stored) return Response.json(stored[name])
    if (name in SECTIONS) return Response.json({ ...(SECTIONS[name] as object), version: 1 })
    return Response.json({ ...SESSION, now: '2026-11-16T14:00:00.000Z' })
  })
  setSession(SESSION)
})
afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Prices are typed, and answered as numbers. */
const numbers = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (name.endsWith('_price') ? [[name, Number(value)]] : [])),
  )

async function showTab() {
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AuthProvider>
          <ToastProvider>
            <PricingTab />
          </ToastProvider>
        </AuthProvider>
      </Router>
    </QueryClientProvider>,
  )
  await screen.findByLabelText(/Regular Price/)
  return userEvent.setup({ pointerEventsCheck: 0 })
}

it('saves seats without a word about prices', async () => {
  const user = await showTab()
  await user.type(await screen.findByLabelText(/Seats per day for new months/), '12')
  await user.click(screen.getByRole('button', { name: 'Save seats' }))
  await waitFor(() => expect(writes).toEqual([{ path: '/api/admin/default-seats', body: { seats: 12 } }]))
  expect(await screen.findByText('Seats for new months have been updated')).toBeDefined()
})

it('leaves prices that are typed but not saved out of a save of the seats', async () => {
  const user = await showTab()
  const regular = screen.getByLabelText<HTMLInputElement>(/Regular Price/)
  await user.clear(regular)
  await user.type(regular, '99')
  await user.type(await screen.findByLabelText(/Seats per day for new months/), '12')
  await user.click(screen.getByRole('button', { name: 'Save seats' }))
  await waitFor(() => expect(writes.map(({ path }) => path)).toEqual(['/api/admin/default-seats']))
  expect(regular.value).toBe('99')
})

it('says that months were updated only where a price changed', async () => {
  const user = await showTab()
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await save()
  expect(await screen.findByText('The prices are the same as before.')).toBeDefined()
  const special = screen.getByLabelText(/Special Price/)
  await user.clear(special)
  await user.type(special, '35')
  await save()
  expect(await screen.findByText('Default pricing has been updated for all active months')).toBeDefined()
})

it('shows beside the pick-up times what families read about them, with the way there', async () => {
  await showTab()
  const texts = within(await screen.findByRole('region', { name: 'What families read' }))
  expect(await texts.findByText('3 to 6')).toBeDefined()
  expect(await texts.findByText('Late pick-up costs $50.')).toBeDefined()
  expect(await texts.findByText('Nothing about pick-up.')).toBeDefined()
  expect(texts.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/settings',
    '/admin/settings?tab=agreements',
    '/admin/settings?tab=agreements&agreement=drop-in',
  ])
})
