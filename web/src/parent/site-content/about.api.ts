import { type About, readAbout } from '@aftercare/domain/site-content/about'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { logError } from '../../lib/log-error'
import { programFacts } from '../../lib/program'

const SECTION = 'about_aftercare'

type AboutRow = { title: string; content?: unknown }

export const aboutQuery = () =>
  queryOptions({
    queryKey: ['site-content', SECTION],
    // No error for parents: the default text is shown.
    queryFn: async (): Promise<AboutRow | null> => {
      try {
        return await request(api['site-content'][':section'].$get({ param: { section: SECTION } }))
      } catch (error) {
        logError('The About text could not be read; the default one is shown', error)
        return null
      }
    },
  })

/** The text as staff saved it; live. */
export function useAbout(): About {
  const { data } = useQuery(aboutQuery())
  return readAbout(data ? { title: data.title, content: data.content } : null, programFacts().contactEmail)
}
