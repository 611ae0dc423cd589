import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../features/query-client'
import { LiveStream } from '../../testing/live-stream'
import { parentServer } from '../../testing/parent-server'
import { ToastProvider } from '../../ui/toast'
import { useMonthChoice } from './use-month-choice'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

let isThere: boolean
beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) =>
    String(input).includes('/api/months/m1') && !isThere
      ? Response.json({ error: { code: 'not-found', message: 'Not found.' } }, { status: 404 })
      : parentServer(null).fetch(input),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Choice() {
  const { month } = useMonthChoice('m1', null)
  return <p>{month ? month.month_name : 'no month'}</p>
}

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <Choice />
      </ToastProvider>
    </QueryClientProvider>,
  )

it('a month that staff take back while it is being filled in is said to be closed, not to have failed', async () => {
  isThere = true
  show()
  await screen.findByText('December')
  isThere = false
  await act(async () => LiveStream.say('months'))
  await screen.findByText('This month is no longer open for registration.')
  expect(screen.queryByText('Failed to load month data.')).toBeNull()
})

it('a month that was never there did not load', async () => {
  isThere = false
  show()
  await screen.findByText('Failed to load month data.')
})
