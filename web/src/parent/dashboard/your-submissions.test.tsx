import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { SUBMISSION } from '../../testing/parent-server'
import { YourSubmissions } from './your-submissions'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <YourSubmissions />
      </Router>
    </QueryClientProvider>,
  )

it('counts cancelled days apart, also a drop-in’s', async () => {
  const rows = [
    {
      ...SUBMISSION,
      id: 's1',
      selected_days: [1, 2, 3, 4],
      months: { ...SUBMISSION.months, cancelled_days: [4, 14] },
    },
    {
      ...SUBMISSION,
      id: 's2',
      selected_days: [4],
      month_id: null,
      months: null,
      dropin_date: '2026-12-04',
      is_cancelled: true,
    },
  ]
  vi.stubGlobal('fetch', async () => Response.json({ rows, total: 2, page: 1, size: 12 }))
  open()
  const [registration, dropIn] = await screen.findAllByRole('listitem')
  expect(registration?.textContent).toContain('· 3 days, 1 cancelled')
  expect(dropIn?.textContent).toContain('· 0 days, 1 cancelled ·')
})

it('says whether a drop-in that needs approval waits, and what the office answered', async () => {
  const dropIn = {
    ...SUBMISSION,
    month_id: null,
    months: null,
    selected_days: [4],
    total_fee: 0,
    paid_amount: 0,
  }
  const approval = { fee: 25, decided_at: null, message: null }
  const rows = [
    { ...dropIn, id: 's1', dropin_date: '2099-12-04', status: 'waiting', approval },
    { ...dropIn, id: 's2', dropin_date: '2020-12-04', status: 'waiting', approval },
    { ...dropIn, id: 's3', dropin_date: '2099-12-04', status: 'declined', approval },
    { ...dropIn, id: 's4', dropin_date: '2099-12-04', status: 'pending', total_fee: 25 },
  ]
  vi.stubGlobal('fetch', async () => Response.json({ rows, total: 4, page: 1, size: 12 }))
  open()
  const shown = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')
  for (const [index, label] of ['Waiting', 'Not answered', 'Declined'].entries()) {
    expect(shown[index]).toContain(label)
    expect(shown[index]).not.toContain('Not billed yet')
  }
  expect(shown[3]).not.toMatch(/Waiting|Approved|Declined/)
})

it.each([
  [12, 12, null],
  [13, 12, 'See all 13 in your history'],
])('of %i submissions shows the newest %i, and then %j', async (total, shown, link) => {
  const rows = Array.from({ length: total }, (_, index) => ({ ...SUBMISSION, id: `s${index}` }))
  vi.stubGlobal('fetch', async (input: string) => {
    const size = Number(new URL(input, 'http://localhost').searchParams.get('size'))
    return Response.json({ rows: rows.slice(0, size), total, page: 1, size })
  })
  open()
  expect(await screen.findAllByRole('listitem')).toHaveLength(shown)
  expect(screen.queryByRole('link')?.textContent ?? null).toBe(link)
})

it('says what was paid only where staff let families see it', async () => {
  const rows = [
    { ...SUBMISSION, id: 's1', billed_status: 'billed', total_fee: 120, paid_amount: 40 },
    { ...SUBMISSION, id: 's2', total_fee: 60, paid_amount: 20 },
    { ...SUBMISSION, id: 's3', total_fee: 80, paid_amount: null },
  ]
  vi.stubGlobal('fetch', async () => Response.json({ rows, total: 3, page: 1, size: 12 }))
  open()
  expect(await screen.findByText('$40.00 of $120.00 paid')).toBeDefined()
  expect(screen.getByText('Not billed yet')).toBeDefined()
  expect(screen.getByText('$20.00 paid')).toBeDefined()
  expect(screen.getByText('$80.00').closest('button')?.textContent).not.toMatch(/paid|billed/)
})
