import type { PickupTimes } from '@aftercare/domain/board/pickup-times'
import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withRequestKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type Outcome, useSending } from '../../lib/use-app-mutation'

const KEY = ['admin', 'pickup-times'] as const

/** Until when children are to be picked up, by weekday and on days of early dismissal. */
export const usePickupTimes = () =>
  useQuery({ queryKey: KEY, queryFn: () => request(api.admin['pickup-times'].$get()) })

export type StoredPickupTimes = PickupTimes & { version: number }

export function useSavePickupTimes(outcome: Outcome<StoredPickupTimes>) {
  return useSending(
    {
      mutationKey: KEY,
      mutationFn: (json: StoredPickupTimes) =>
        withRequestKey('pickup times', json, (headers) =>
          request(api.admin['pickup-times'].$put({ json }, { headers })),
        ),
      onSuccess: (saved) => queryClient.setQueryData(KEY, saved),
      onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
    },
    outcome,
  )
}
