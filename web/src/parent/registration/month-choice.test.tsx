import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveUpdates } from '../../features/live-updates/live-updates'
import { useMonthChoice, useWithdrawnMonth } from '../../features/registration/use-month-choice'
import { queryClient } from '../../lib/query-client'
import { LiveStream } from '../../testing/live-stream'
import { parentServer } from '../../testing/parent-server'
import { ToastProvider } from '../../ui/feedback/toast-provider'

const december = { id: 'm1', month_name: 'December', year: 2999 }
const january = { id: 'm2', month_name: 'January', year: 3000 }

let isThere: boolean
let others: object[]
let offerHeld: Promise<void>
const told = vi.fn()
beforeEach(() => {
  others = []
  offerHeld = Promise.resolve()
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    if (String(input).endsWith('/api/months')) {
      await offerHeld
      return Response.json({ rows: isThere ? [december, ...others] : others })
    }
    return String(input).includes('/api/months/m1') && !isThere
      ? Response.json({ error: { code: 'not-found', message: 'Not found.' } }, { status: 404 })
      : parentServer(null).fetch(input)
  })
})
afterEach(() => {
  cleanup()
  told.mockReset()
  queryClient.clear()
  vi.unstubAllGlobals()
})

type ChoiceProps = { requested?: string; picked?: string }

function Choice({ requested, picked }: ChoiceProps) {
  const choice = useMonthChoice(requested ?? null, picked ?? null)
  useWithdrawnMonth(choice, told)
  return <p>{choice.month ? choice.month.month_name : 'no month'}</p>
}

const show = (props: ChoiceProps) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <LiveUpdates />
        <Choice {...props} />
      </ToastProvider>
    </QueryClientProvider>,
  )

const WITHDRAWN = 'December 2999 is no longer open for registration.'
const takeBack = () => {
  isThere = false
  return act(async () => LiveStream.emit('months'))
}

it('shows a month that staff unpublish meanwhile as closed, not as failed', async () => {
  isThere = true
  show({ requested: 'm1' })
  await screen.findByText('December')
  await takeBack()
  await waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith(WITHDRAWN))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says so once, also while the list of months still has it', async () => {
  isThere = true
  show({ requested: 'm1', picked: 'm1' })
  await screen.findByText('December')
  let letOfferGo = () => {}
  offerHeld = new Promise((resolve) => {
    letOfferGo = resolve
  })
  await takeBack()
  await screen.findByText('no month')
  letOfferGo()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(told).toHaveBeenCalledExactlyOnceWith(WITHDRAWN)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows an unknown month as not loaded', async () => {
  isThere = false
  show({ requested: 'm1' })
  await screen.findByText('Failed to load month data.')
})

it.each([
  { others: [january, { ...january, id: 'm3', month_name: 'February' }], left: 'no month' },
  { others: [january], left: 'January' },
  { others: [], left: 'no month' },
])('a picked month is unpublished with $others.length others left: $left', async (offer) => {
  isThere = true
  others = offer.others
  show({ picked: 'm1' })
  await screen.findByText('December')
  expect(told).not.toHaveBeenCalled()
  await takeBack()
  await waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith(WITHDRAWN))
  expect(screen.getByText(offer.left)).toBeTruthy()
})
