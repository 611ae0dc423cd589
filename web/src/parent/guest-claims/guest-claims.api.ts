import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook } from '../../lib/use-app-mutation'

const fetchClaims = () => request(api['guest-claims'].$get())

/** A guest submission with the parent's own email. */
export type GuestClaim = Awaited<ReturnType<typeof fetchClaims>>['rows'][number]

const KEY = ['guest-claims'] as const

export const guestClaimsQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: fetchClaims, select: ({ rows }) => rows })

export const useGuestClaims = () => useQuery(guestClaimsQuery())

export type ClaimInput = { child_id: string } | { child: { name: string; allergies: string } }

/** Moves it into the account. History, months on offer and children all change with it. */
export const useClaim = keyedMutationHook(({ id }: GuestClaim) => ({
  mutationKey: [...KEY, id],
  mutationFn: (json: ClaimInput) =>
    withIdempotencyKey(`claim ${id}`, json, (headers) =>
      request(api['guest-claims'][':id'].$post({ param: { id }, json }, { headers })),
    ),
  onSettled: () => queryClient.invalidateQueries(),
}))
