import type { AgreementSection } from '@aftercare/domain/site-content/agreements'
import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { logError } from '../../lib/log-error'

/** No error for families: what was read before stays, and without it the default text is shown. */
export const siteContentQuery = (section: AgreementSection | 'about_aftercare') =>
  queryOptions({
    queryKey: ['site-content', section],
    queryFn: async ({ client, queryKey }) => {
      try {
        return await request(api['site-content'][':section'].$get({ param: { section } }))
      } catch (error) {
        if (client.getQueryData(queryKey)) throw error
        logError(`The text of ${section} could not be read; the default one is shown`, error)
        return null
      }
    },
  })
