import type { QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offeredMonthsQuery } from '../../features/months/months.api'
import { registeredQuery, submissionsQuery } from '../../features/submissions/submissions.api'
import { queryClient } from '../../lib/query-client'
import { childrenQuery } from '../children/children.api'
import { guestClaimsQuery } from '../guest-claims/guest-claims.api'
import prefetchDashboard, { SHOWN_SUBMISSIONS } from './dashboard.prefetch'
import { ownTodayQuery } from './today.api'

const child = { id: 'c1', name: 'Amara' }
const ALL = {
  children: { rows: [child], total: 1 },
  submissions: { rows: [{ id: 's1' }], total: 30 },
  registered: [{ child_id: 'c1', month_id: 'm1' }],
  months: [{ id: 'm1' }],
  guest_claims: [{ id: 'g1' }],
  today: { date: '2026-11-16', pickup_time: '17:30', children: [] },
}

let asked: string[]
let answers: (path: string) => Response
beforeEach(() => {
  queryClient.clear()
  asked = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://x')
    asked.push(pathname)
    return answers(pathname)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

type Part = { rows: unknown[] }
const dataOf = ({ queryKey }: { queryKey: QueryKey }) =>
  queryClient.getQueryData<Part, QueryKey, Part>(queryKey)

test('one request fills all queries of the dashboard', async () => {
  answers = () => Response.json(ALL)
  prefetchDashboard()
  await expect.poll(() => dataOf(submissionsQuery(1, SHOWN_SUBMISSIONS))).toBeDefined()
  expect(dataOf(childrenQuery())?.rows).toEqual([child])
  expect(dataOf(offeredMonthsQuery())?.rows).toEqual(ALL.months)
  expect(dataOf(guestClaimsQuery())?.rows).toEqual(ALL.guest_claims)
  expect(dataOf(registeredQuery())?.rows).toEqual(ALL.registered)
  expect(dataOf(ownTodayQuery())).toEqual(ALL.today)
  expect(dataOf(submissionsQuery(1, SHOWN_SUBMISSIONS))).toMatchObject({
    rows: [{ id: 's1' }],
    total: 30,
    page: 1,
  })
  expect(asked.filter((path) => !path.includes('site-content'))).toEqual(['/api/dashboard'])
})

test('if that request fails, each query runs by itself', async () => {
  answers = (path) =>
    path === '/api/dashboard'
      ? Response.json({ error: { code: 'failed', message: 'No' } }, { status: 500 })
      : Response.json({ rows: [child], total: 1, page: 1, size: 1 })
  prefetchDashboard()
  await expect.poll(() => dataOf(childrenQuery())?.rows).toEqual([child])
  expect(asked).toContain('/api/children')
})
