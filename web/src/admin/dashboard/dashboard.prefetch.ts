import { queryClient } from '../../lib/query-client'
import { dashboardQuery } from './dashboard.admin.api'

export default function prefetchDashboard(): void {
  void queryClient.prefetchQuery(dashboardQuery)
}
