import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveReceipt } from '../../features/submissions/receipt'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import LandingPage from './landing-page'

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
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

it('shows what a guest has just sent until it is dismissed, also after a reload', async () => {
  saveReceipt({ month: { month_name: 'December', year: 2026 }, days: [1], fee: 20 })
  open()
  expect(await screen.findByRole('region', { name: NAME })).toBeDefined()
  expect(sessionStorage).toHaveLength(1)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region', { name: NAME })).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})
