import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withRequestKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type Outcome, useSending } from '../../lib/use-app-mutation'

const KEY = ['admin', 'default-seats'] as const
const defaultSeats = api.admin['default-seats']

/** Null: no limit. */
export type DefaultSeats = { seats: number | null; version: number }

/** The seats per day that new months start with. */
export const useDefaultSeats = () => useQuery({ queryKey: KEY, queryFn: () => request(defaultSeats.$get()) })

export function useSaveDefaultSeats(outcome: Outcome<DefaultSeats, DefaultSeats>) {
  return useSending(
    {
      mutationKey: KEY,
      mutationFn: (json: DefaultSeats) =>
        withRequestKey('default seats', json, (headers) => request(defaultSeats.$put({ json }, { headers }))),
      onSuccess: (saved) => queryClient.setQueryData(KEY, saved),
      onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
    },
    outcome,
  )
}
