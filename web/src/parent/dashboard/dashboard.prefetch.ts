import type { QueryFunction, QueryKey, SkipToken } from '@tanstack/react-query'
import { offeredMonthsQuery } from '../../features/months/months.api'
import { siteContentQuery } from '../../features/site-content/site-content.api'
import { registeredQuery, submissionsQuery } from '../../features/submissions/submissions.api'
import { api, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { balanceQuery } from '../balance/balance.api'
import { childrenQuery } from '../children/children.api'
import { guestClaimsQuery } from '../guest-claims/guest-claims.api'
import { ownTodayQuery } from './today.api'

/** How many submissions the dashboard shows; the history has them all. */
export const SHOWN_SUBMISSIONS = 12

const fetchDashboard = () =>
  request(api.dashboard.$get({ query: { submissions: String(SHOWN_SUBMISSIONS) } }))

type Dashboard = Awaited<ReturnType<typeof fetchDashboard>>

/**
 * One request for all queries of the dashboard, while its code is still loading. Each part is cached under its own
 * query key; if the request fails, each query runs by itself.
 */
export default async function prefetchDashboard(): Promise<null> {
  let started: Promise<Dashboard> | undefined
  const dashboard = () => {
    started ??= fetchDashboard()
    return started
  }
  function prefetch<Part, Key extends QueryKey>(
    query: { queryKey: Key; queryFn?: QueryFunction<Part, Key> | SkipToken },
    partOf: (all: Dashboard) => NoInfer<Part>,
  ): Promise<void> {
    const queryFn = query.queryFn as QueryFunction<Part, Key>
    return queryClient.prefetchQuery({
      queryKey: query.queryKey,
      queryFn: (context) =>
        dashboard()
          .then(partOf)
          .catch(() => queryFn(context)),
    })
  }
  await Promise.all([
    prefetch(childrenQuery(), ({ children }) => ({ ...children, page: 1, size: children.rows.length })),
    prefetch(offeredMonthsQuery(), ({ months }) => ({ rows: months })),
    prefetch(guestClaimsQuery(), ({ guest_claims }) => ({ rows: guest_claims })),
    prefetch(registeredQuery(), ({ registered }) => ({ rows: registered })),
    prefetch(submissionsQuery(1, SHOWN_SUBMISSIONS), ({ submissions }) => ({
      ...submissions,
      page: 1,
      size: SHOWN_SUBMISSIONS,
    })),
    prefetch(ownTodayQuery(), ({ today }) => today),
    prefetch(balanceQuery(), ({ balance }) => ({ balance })),
    queryClient.prefetchQuery(siteContentQuery('about_aftercare')),
  ])
  return null
}
