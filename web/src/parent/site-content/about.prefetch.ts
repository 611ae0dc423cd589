import { siteContentQuery } from '../../features/site-content/site-content.api'
import { queryClient } from '../../lib/query-client'

/** Pages that the server renders wait for it. */
export default async function prefetchAbout(): Promise<null> {
  await queryClient.prefetchQuery(siteContentQuery('about_aftercare'))
  return null
}
