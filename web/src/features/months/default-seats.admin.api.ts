import { useQuery } from '@tanstack/react-query'
import { api, request } from '../api-client'
import { useLive } from '../live'
import { queryClient } from '../query-client'
import { withRequestKey } from '../request-key'
import { type Outcome, useSending } from '../use-sending'

const KEY = ['admin', 'default-seats'] as const
const defaultSeats = api.admin['default-seats']

/** Null: no limit. */
export type DefaultSeats = { seats: number | null }

/** The seats per day that new months start with. */
export function useDefaultSeats() {
  useLive('settings', () => void queryClient.invalidateQueries({ queryKey: KEY }))
  return useQuery({ queryKey: KEY, queryFn: () => request(defaultSeats.$get()) })
}

type Save = DefaultSeats & { from: DefaultSeats }

export function useSaveDefaultSeats(outcome: Outcome<DefaultSeats, Save>) {
  return useSending(
    {
      mutationKey: KEY,
      mutationFn: (json: Save) =>
        withRequestKey('default seats', json, (headers) => request(defaultSeats.$put({ json }, { headers }))),
      onSuccess: (saved) => queryClient.setQueryData(KEY, saved),
      onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
    },
    outcome,
  )
}
