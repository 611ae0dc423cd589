import { queryClient } from '../../lib/query-client'
import { aboutQuery } from './about.api'

/** Pages that the server renders wait for it. */
export default async function prefetchAbout(): Promise<null> {
  await queryClient.prefetchQuery(aboutQuery())
  return null
}
