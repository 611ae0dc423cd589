import type { MonthCalendar } from '@aftercare/domain/months/months'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { monthCells } from '../../features/months/month-cells'
import { queryClient } from '../../lib/query-client'
import { LiveStream } from '../../testing/live-stream'
import { useFullDays } from './use-full-days'

// Dialogs are loaded lazily: imported once up front, because that can take long on a busy machine.
beforeAll(() => Promise.all([import('./watch-dialog'), import('../../ui/overlays/dialogs.lazy')]))

beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async () => Response.json({ rows: [] }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** December of a future year; its Friday the 4th has one seat. */
const december = (changes: { taken: number; closedDays?: number[] }): MonthCalendar => ({
  monthName: 'December',
  year: 2099,
  regularPriceCents: 2000,
  specialPriceCents: 3000,
  specialDays: [],
  dayTypes: {},
  cancelledDays: [],
  closedDays: changes.closedDays ?? [],
  seating: { seats: null, daySeats: { '4': 1 }, taken: { '4': changes.taken } },
})

function Calendar({ month, isOffered }: { month: MonthCalendar; isOffered: boolean }) {
  const fullDays = useFullDays('m1', month, { isParent: true, isOffered })
  const fourth = monthCells(month, '2099-11-20', { selected: [], ...fullDays })[3]
  return (
    <>
      <button type="button" disabled={!fourth?.opens} onClick={() => fullDays.openDay(4)}>
        4
      </button>
      {fullDays.panel}
    </>
  )
}

const page = (month: MonthCalendar, isOffered = true) => (
  <QueryClientProvider client={queryClient}>
    <Calendar month={month} isOffered={isOffered} />
  </QueryClientProvider>
)

async function openFull() {
  const user = userEvent.setup()
  const { rerender } = render(page(december({ taken: 1 })))
  await user.click(screen.getByRole('button', { name: '4' }))
  await screen.findByRole('button', { name: 'Tell me when a seat opens' })
  await screen.findByRole('heading', { name: 'Friday, December 4 is full' })
  return { user, rerender }
}

it('says so when a seat opens while the dialog of a full day is open', async () => {
  const { user, rerender } = await openFull()
  rerender(page(december({ taken: 0 })))
  await screen.findByText('A seat just opened on this day. You can choose it now.')
  expect(screen.queryByRole('button', { name: 'Tell me when a seat opens' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to the calendar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('offers no seat watch on a day that staff close meanwhile', async () => {
  const { rerender } = await openFull()
  rerender(page(december({ taken: 1, closedDays: [4] })))
  await screen.findByText('This day can no longer be chosen.')
  expect(screen.queryByRole('button', { name: 'Tell me when a seat opens' })).toBeNull()
})

it('offers no seat watch in a month that is back in draft, where an existing one can be stopped', async () => {
  const full = december({ taken: 1 })
  const { rerender } = render(page(full, false))
  const day = screen.getByRole('button', { name: '4' })
  expect(day.hasAttribute('disabled')).toBe(true)

  vi.stubGlobal('fetch', async () => Response.json({ rows: [{ month_id: 'm1', day: 4 }] }))
  queryClient.clear()
  rerender(page(full, true))
  await waitFor(() => expect(day.hasAttribute('disabled')).toBe(false))
  await userEvent.click(day)
  await screen.findByRole('button', { name: 'Stop telling me' })
  rerender(page(full, false))
  screen.getByRole('button', { name: 'Stop telling me' })

  vi.stubGlobal('fetch', async () => Response.json({ rows: [] }))
  await queryClient.invalidateQueries()
  await screen.findByText(/isn't open for new registrations right now/)
  expect(screen.queryByRole('button', { name: 'Tell me when a seat opens' })).toBeNull()
})
