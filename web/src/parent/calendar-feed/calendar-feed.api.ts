import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook } from '../../lib/use-app-mutation'

const feed = api['calendar-feed']
const fetchFeed = () => request(feed.$get())

export type CalendarFeed = Awaited<ReturnType<typeof fetchFeed>>

/** Per user: a private URL must never be shown to the next user. */
const keyOf = (userId: string) => ['calendar-feed', userId] as const

export const useCalendarFeed = (userId: string) => useQuery({ queryKey: keyOf(userId), queryFn: fetchFeed })

export type FeedChange = 'make' | 'replace' | 'switch off'

export const useChangeFeed = keyedMutationHook((userId: string) => ({
  mutationKey: [...keyOf(userId), 'change'],
  mutationFn: (change: FeedChange) =>
    change === 'switch off'
      ? request(feed.$delete())
      : request(feed.$post({ json: { replace: change === 'replace' } })),
  onSuccess: (saved) => void queryClient.setQueryData(keyOf(userId), saved),
  onError: () => void queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
}))
