import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'

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

type Wanted = { month_id: string; day: number; isWatched: boolean }

/** Adds or removes a seat watch. */
export function useWatchSeat() {
  const client = useQueryClient()
  const toast = useToast('seat watch')
  return useAppMutation(
    {
      mutationFn: ({ month_id, day, isWatched }: Wanted) =>
        isWatched
          ? request(api['seat-watches'].$post({ json: { month_id, day } }))
          : request(
              api['seat-watches'][':month_id'][':day'].$delete({ param: { month_id, day: String(day) } }),
            ),
      onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    },
    { onError: (error) => toast.error('Error', getErrorMessage(error) ?? FAILED) },
  )
}

const FAILED = "We couldn't save your request. Please try again."
