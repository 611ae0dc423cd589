import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

const fetchSessions = () => request(api.sessions.$get({ query: {} }))

export type OwnSession = Awaited<ReturnType<typeof fetchSessions>>['rows'][number]

const sessionsQuery = (userId: string) =>
  queryOptions({ queryKey: ['sessions', userId], queryFn: fetchSessions })

/** The user's sessions, live. */
export const useSessions = (userId: string) => useQuery(sessionsQuery(userId))

export function useEndSession(userId: string, callbacks: MutationCallbacks<unknown, OwnSession>) {
  const client = useQueryClient()
  return useAppMutation(
    {
      mutationFn: ({ id }: OwnSession) =>
        ignoreNotFound(request(api.sessions[':id'].$delete({ param: { id } }))),
      onSettled: () => client.invalidateQueries(sessionsQuery(userId)),
    },
    callbacks,
  )
}

export function useEndOtherSessions(userId: string, callbacks: MutationCallbacks<{ ended: number }>) {
  const client = useQueryClient()
  return useAppMutation(
    {
      mutationFn: () => request(api.sessions['end-others'].$post()),
      onSettled: () => client.invalidateQueries(sessionsQuery(userId)),
    },
    callbacks,
  )
}
