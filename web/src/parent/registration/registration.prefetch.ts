import { monthQuery, offeredMonthsQuery } from '../../features/months/months.api'
import { siteContentQuery } from '../../features/site-content/site-content.api'
import { earlierQuery, registeredQuery } from '../../features/submissions/submissions.api'
import { getAuthState } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { currentLocation } from '../../router/history'
import { childrenQuery } from '../children/children.api'
import { watchesQuery } from '../seat-watches/seat-watches.api'
import { requestedMonthId } from './requested-month'

/** Pages that the server renders wait for it. */
export default async function prefetchRegistration(): Promise<null> {
  const monthId = requestedMonthId(currentLocation())
  const hasMonth = monthId !== null
  const isParent = getAuthState().session !== null
  await Promise.all([
    queryClient.prefetchQuery(offeredMonthsQuery()),
    queryClient.prefetchQuery(siteContentQuery('registration_agreement')),
    hasMonth && queryClient.prefetchQuery(monthQuery(monthId)),
    isParent && queryClient.prefetchQuery(childrenQuery()),
    isParent && queryClient.prefetchQuery(registeredQuery()),
    isParent && queryClient.prefetchQuery(watchesQuery),
    isParent && hasMonth && queryClient.prefetchQuery(earlierQuery(monthId)),
  ])
  return null
}
