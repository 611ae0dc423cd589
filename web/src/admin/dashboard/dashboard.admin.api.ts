import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'

const loadDashboard = () => request(api.admin.dashboard.$get())

const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: loadDashboard,
  // Whoever comes back from the first steps finds the last one ticked; afterwards the usual time holds.
  staleTime: ({ state }) => (state.data?.onboarding ? 0 : 30_000),
})

/** While the page that shows it is still on the way; a failed read is the page's to repeat. */
export const readDashboardAhead = () => queryClient.prefetchQuery(dashboardQuery)

type Dashboard = Awaited<ReturnType<typeof loadDashboard>>

export type RecentSubmission = Dashboard['recent_submissions'][number]

export type FailingJob = Dashboard['failing_jobs'][number]

/** Null once a month has been published. */
export type Onboarding = NonNullable<Dashboard['onboarding']>

/** The figures and the latest submissions; they change by themselves. */
export const useDashboard = () => useQuery(dashboardQuery)
