import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import GuestRegistrationPage from './guest-registration-page'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

let refusal: { status: number; code: string; message: string }
beforeEach(() =>
  vi.stubGlobal('fetch', async () => {
    const { status, ...error } = refusal
    return Response.json({ error }, { status })
  }),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it.each([
  ['a link that leads nowhere', 'invalid-guest-link', 'This link is invalid or has expired.'],
  ['a link that is no link at all', 'invalid', 'This link is invalid or has expired.'],
  ['too many tries', 'rate-limited', 'Too many attempts.'],
])('%s gets a message about the link', async (_, code, words) => {
  const message = code === 'invalid' ? 'Please check the highlighted fields.' : words
  refusal = { status: 422, code, message }
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <GuestRegistrationPage />
      </Router>
    </QueryClientProvider>,
  )
  await screen.findByText(words)
  expect(screen.queryByText('Please check the highlighted fields.')).toBeNull()
})
