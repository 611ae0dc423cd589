import { useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withRequestKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type Outcome, useSending } from '../../lib/use-app-mutation'

const KEY = ['admin', 'pricing'] as const

const fetchPricing = () => request(api.admin.pricing.$get())

export type Pricing = Awaited<ReturnType<typeof fetchPricing>>

/** The prices of the newest published month, or the saved defaults, and how many months a save would change. */
export const usePricing = () => useQuery({ queryKey: KEY, queryFn: fetchPricing })

export type PricingSave = { regular_price: string; special_price: string; version: number }

export function useSavePricing(outcome: Outcome<Pricing, PricingSave>) {
  return useSending(
    {
      mutationKey: KEY,
      mutationFn: (json: PricingSave) =>
        withRequestKey('pricing', json, (headers) => request(api.admin.pricing.$put({ json }, { headers }))),
      onSuccess: (saved) => queryClient.setQueryData(KEY, saved),
      onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
    },
    outcome,
  )
}
