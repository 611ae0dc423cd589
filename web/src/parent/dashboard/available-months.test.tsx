import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { AMARA, DECEMBER, parentServer } from '../../testing/parent-server'
import { AvailableMonths } from './available-months'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const JANUARY = { ...DECEMBER, id: 'm2', month_name: 'January', year: 3000 }
const TOBIAS = { ...AMARA, id: 'c2', name: 'Tobias' }
const all = "You've registered for every open month."
const some = "Some children aren't registered for every open month yet."
const none = Array.from({ length: 31 }, (_, index) => index + 1)

it.each([
  ['every child', 'm1 c1, m1 c2, m2 c1, m2 c2', [], all, []],
  ['all but one', 'm1 c1, m1 c2, m2 c1', [], some, ['Register Tobias for January 3000']],
  [
    'one child',
    'm1 c1, m2 c1',
    [],
    some,
    ['Register Tobias for December 2999', 'Register Tobias for January 3000'],
  ],
  [
    'a child that was removed',
    'm1 gone, m2 c1, m2 c2',
    [],
    some,
    ['Register Amara, Tobias for December 2999'],
  ],
  ['all but one, with no day open in January', 'm1 c1, m1 c2, m2 c1', none, all, []],
])('shows what is open for each child: %s', async (_, rows, closed_days, text, links) => {
  const registered = rows.split(', ').map((row) => {
    const [month_id, child_id] = row.split(' ')
    return { month_id, child_id }
  })
  const { fetch } = parentServer(undefined, {
    '/api/months': { rows: [DECEMBER, { ...JANUARY, closed_days }] },
    '/api/submissions/registered': { rows: registered },
  })
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', fetch)
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AvailableMonths childRows={[AMARA, TOBIAS]} />
      </Router>
    </QueryClientProvider>,
  )
  await screen.findByText(text)
  const found = screen.queryAllByRole('link', { name: /^Register (Amara|Tobias)/ })
  expect(found.map(({ textContent }) => textContent)).toEqual(links)
})
