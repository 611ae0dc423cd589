import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Portal } from '../../auth/auth.api'
import { api, request } from '../../lib/api-client'
import { withRequestKey } from '../../lib/idempotency-key'
import { type Outcome, useSending } from '../../lib/use-app-mutation'
import { type Change, type Stored, sendChange } from '../../lib/versioned-draft'

const routeOf = (portal: Portal) => (portal === 'staff' ? api.admin.profile : api.profile)

export type ProfileValues = { full_name: string; phone: string }

/** The signed-in person's own profile, as each portal reads it. */
export const profileQuery = (portal: Portal, userId: string) =>
  queryOptions({
    queryKey: ['profile', portal, userId],
    queryFn: () => request(routeOf(portal).$get()),
  })

type Profile = { full_name: string; phone: string | null; version: number }

export const storedProfile = ({ full_name, phone, version }: Profile): Stored<ProfileValues> => ({
  values: { full_name, phone: phone ?? '' },
  version,
})

export function useSaveProfile(
  portal: Portal,
  userId: string,
  outcome: Outcome<{ full_name: string }, Change<ProfileValues>>,
) {
  const client = useQueryClient()
  const { queryKey } = profileQuery(portal, userId)
  return useSending(
    {
      mutationKey: queryKey,
      mutationFn: (change: Change<ProfileValues>) =>
        sendChange(change, storedProfile, (json) =>
          withRequestKey(`profile ${portal}`, json, (headers) =>
            request(routeOf(portal).$patch({ json }, { headers })),
          ),
        ),
      onSuccess: (profile) => client.setQueryData(queryKey, profile),
      onError: () => void client.invalidateQueries({ queryKey }),
    },
    outcome,
  )
}
