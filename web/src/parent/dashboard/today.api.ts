import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { useToday } from '../../lib/program'

const KEY = ['today'] as const

const fetchToday = () => request(api.today.$get())

export type OwnToday = Awaited<ReturnType<typeof fetchToday>>
export type ChildToday = OwnToday['children'][number]

export const ownTodayQuery = () => queryOptions({ queryKey: KEY, queryFn: fetchToday })

/** The family's children who are booked today; live, and refetched on a new day. */
export function useOwnToday() {
  const today = useToday()
  const query = useQuery({
    ...ownTodayQuery(),
    // Yesterday's data is not today's.
    staleTime: (query) => (query.state.data?.date === today ? 30_000 : 0),
    refetchInterval: (query) => (query.state.data && query.state.data.date !== today ? 5_000 : false),
  })
  return { today: query.data?.date === today ? query.data : undefined, query }
}
