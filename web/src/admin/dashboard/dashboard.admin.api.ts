import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

const loadDashboard = () => request(api.admin.dashboard.$get())

export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: loadDashboard,
  // Whoever comes back from the first steps finds the last one ticked; afterwards the usual time holds.
  staleTime: ({ state }) => (state.data?.onboarding ? 0 : 30_000),
})

type Dashboard = Awaited<ReturnType<typeof loadDashboard>>

export type RecentSubmission = Dashboard['recent_submissions'][number]

export type FailingJob = Dashboard['failing_jobs'][number]

/** Null once a month has been published. */
export type Onboarding = NonNullable<Dashboard['onboarding']>

/** The figures and the latest submissions; they change by themselves. */
export const useDashboard = () => useQuery(dashboardQuery)
