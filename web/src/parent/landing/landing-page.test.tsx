import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReceiptState } from '../../features/submissions/receipt'
import { queryClient } from '../../lib/query-client'
import { navigate } from '../../router/history'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import LandingPage from './landing-page'

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
  queryClient.clear()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <LandingPage />
      </Router>
    </QueryClientProvider>,
  )
}

const NAME = 'We have your registration'

const SENT: ReceiptState = {
  receipt: { month: { month_name: 'December', year: 2026 }, days: [1], fee: 20 },
}
const receipt = () => screen.queryByRole('region', { name: NAME })

it('shows what a guest has just sent until it is dismissed, also after a reload', async () => {
  navigate('/?lang=en', { state: SENT })
  open()
  expect(await screen.findByRole('region', { name: NAME })).toBeDefined()
  // A reload keeps the history entry.
  cleanup()
  open()
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(receipt()).toBeNull())
  expect(window.location.search).toBe('?lang=en')
  cleanup()
  open()
  expect(receipt()).toBeNull()
})

it('keeps the receipt when a link within the page is followed', async () => {
  navigate('/', { state: SENT })
  open()
  await screen.findByRole('region', { name: NAME })
  act(() => {
    window.history.pushState(null, '', '/#main')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(receipt()).not.toBeNull()
})

it.each<[string, unknown]>([
  ['a fresh visit', null],
  ['what an older version stored', { receipt: { month: 'December', days: [1], fee: 20 } }],
  ["another page's state", { tab: 'sign-up' }],
])('shows no receipt with %s', (_, state) => {
  navigate('/', { state })
  open()
  expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
  expect(receipt()).toBeNull()
})
