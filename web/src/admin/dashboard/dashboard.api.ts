import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

const fetchDashboard = () => request(api.admin.dashboard.$get())

export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: fetchDashboard,
  // During onboarding always fresh, so that a step just finished shows as done.
  staleTime: ({ state }) => (state.data?.onboarding ? 0 : 30_000),
})

type Dashboard = Awaited<ReturnType<typeof fetchDashboard>>

export type RecentSubmission = Dashboard['recent_submissions'][number]

export type FailingJob = Dashboard['failing_jobs'][number]

export type OverdueBackup = Dashboard['overdue_backup']

/** Null once a month has been published. */
export type Onboarding = NonNullable<Dashboard['onboarding']>

/** The figures and latest submissions, updated live. */
export const useDashboard = () => useQuery(dashboardQuery)
