import { queryClient } from '../../lib/query-client'
import { dashboardQuery } from './dashboard.api'

export default function prefetchDashboard(): void {
  void queryClient.prefetchQuery(dashboardQuery)
}
