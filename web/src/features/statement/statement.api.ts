import { api, request } from '../../lib/api-client'
import { usePage } from '../../lib/use-page'

const KEY = ['statement'] as const

const queryOf = (year: number | null) => ({ query: year === null ? {} : { year: String(year) } })
const fetchOwn = (year: number | null) => request(api.statement.$get(queryOf(year)))

export type Statement = Awaited<ReturnType<typeof fetchOwn>>

/** The signed-in parent's statement; null is the current year. */
export const useOwnStatement = (year: number | null) => usePage([...KEY, 'own', year], () => fetchOwn(year))

/** A parent's statement, for staff. */
export const useParentStatement = (id: string, year: number | null) =>
  usePage([...KEY, 'of', id, year], () =>
    request(
      api.admin.parents[':id'].statement.$get({ param: { id: encodeURIComponent(id) }, ...queryOf(year) }),
    ),
  )
