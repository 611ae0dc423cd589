import type { AgreementSection } from '@aftercare/domain/site-content/agreements'
import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { logError } from '../../lib/log-error'

/** No error for families: what was read before stays, and without it the default text is shown. */
export const siteContentQuery = (section: AgreementSection | 'about_aftercare') =>
  queryOptions({
    queryKey: ['site-content', section],
    queryFn: async ({ client, queryKey }) => {
      const fetchSection = () => request(api['site-content'][':section'].$get({ param: { section } }))
      try {
        return await fetchSection()
      } catch (error) {
        logError(`The text of ${section} could not be read`, error)
        return client.getQueryData<Awaited<ReturnType<typeof fetchSection>>>(queryKey) ?? null
      }
    },
  })
