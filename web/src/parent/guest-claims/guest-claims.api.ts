import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Submission } from '../../features/submissions/submissions.api'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

const fetchClaims = () => request(api['guest-claims'].$get())

/** A guest submission with the parent's own email. */
export type GuestClaim = Awaited<ReturnType<typeof fetchClaims>>['rows'][number]

const KEY = ['guest-claims'] as const

export const guestClaimsQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: fetchClaims, select: ({ rows }) => rows })

export const useGuestClaims = () => useQuery(guestClaimsQuery())

export type ClaimInput = { child_id: string } | { child: { name: string; allergies: string } }

/** Moves it into the account. History, months on offer and children all change with it. */
export function useClaim(claimed: GuestClaim, callbacks: MutationCallbacks<Submission, ClaimInput>) {
  const client = useQueryClient()
  return useAppMutation(
    {
      mutationKey: [...KEY, claimed.id],
      mutationFn: (json: ClaimInput) =>
        withIdempotencyKey(`claim ${claimed.id}`, json, (headers) =>
          request(api['guest-claims'][':id'].$post({ param: { id: claimed.id }, json }, { headers })),
        ),
      onSettled: () => client.invalidateQueries(),
    },
    callbacks,
  )
}
