import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook } from '../../lib/use-app-mutation'

const fetchSessions = () => request(api.sessions.$get({ query: {} }))

export type OwnSession = Awaited<ReturnType<typeof fetchSessions>>['rows'][number]

const sessionsQuery = (userId: string) =>
  queryOptions({ queryKey: ['sessions', userId], queryFn: fetchSessions })

/** The user's sessions, live. */
export const useSessions = (userId: string) => useQuery(sessionsQuery(userId))

export const useEndSession = keyedMutationHook((userId: string) => ({
  mutationFn: ({ id }: OwnSession) => ignoreNotFound(request(api.sessions[':id'].$delete({ param: { id } }))),
  onSettled: () => queryClient.invalidateQueries(sessionsQuery(userId)),
}))

export const useEndOtherSessions = keyedMutationHook((userId: string) => ({
  mutationFn: () => request(api.sessions['end-others'].$post()),
  onSettled: () => queryClient.invalidateQueries(sessionsQuery(userId)),
}))
