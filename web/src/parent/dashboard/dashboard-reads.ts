import { childrenQuery } from '../../features/children/children.api'
import { offeredMonthsQuery } from '../../features/months/months.api'
import { queryClient } from '../../features/query-client'
import { aboutQuery } from '../../features/site-content/about.api'
import { registeredQuery, submissionsQuery } from '../../features/submissions/submissions.api'

/** How many submissions the dashboard shows; the history has them all. */
export const SHOWN_SUBMISSIONS = 12

/** All reads of the dashboard at once, while its code is still on the way. */
export function startDashboardReads(): void {
  void queryClient.prefetchQuery(childrenQuery())
  void queryClient.prefetchQuery(offeredMonthsQuery())
  void queryClient.prefetchQuery(registeredQuery())
  void queryClient.prefetchQuery(submissionsQuery(1, SHOWN_SUBMISSIONS))
  void queryClient.prefetchQuery(aboutQuery())
}
