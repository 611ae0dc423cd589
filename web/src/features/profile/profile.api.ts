import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../api-client'
import type { Portal } from '../auth/auth.api'

const routeOf = (portal: Portal) => (portal === 'staff' ? api.admin.profile : api.profile)

export type ProfileValues = { full_name: string; phone: string }

/** The signed-in person's own profile, as each portal reads it. */
export const profileQuery = (portal: Portal, userId: string) =>
  queryOptions({
    queryKey: ['profile', portal, userId],
    queryFn: () => request(routeOf(portal).$get()),
  })

export function useSaveProfile(portal: Portal, userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: ProfileValues) => request(routeOf(portal).$patch({ json })),
    onSuccess: (profile) => client.setQueryData(profileQuery(portal, userId).queryKey, profile),
  })
}
