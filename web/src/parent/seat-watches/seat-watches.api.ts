import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

const KEY = ['seat-watches'] as const

export const watchesQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => request(api['seat-watches'].$get()),
  select: ({ rows }) => rows,
})

/** The signed-in parent's seat watches in a month. */
export function useWatchedDays(monthId: string | null, { enabled }: { enabled: boolean }) {
  const query = useQuery({ ...watchesQuery, enabled })
  const ofMonth = query.data?.filter((watch) => watch.month_id === monthId) ?? []
  return { days: ofMonth.map((watch) => watch.day), query }
}
