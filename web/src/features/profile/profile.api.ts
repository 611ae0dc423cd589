import { queryOptions } from '@tanstack/react-query'
import { api, isClientError, request } from '../../lib/api-client'
import type { Portal } from '../../lib/auth.api'
import { checkSession, endSession, startSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { type Save, sendVersioned, type Versioned } from '../../lib/versioned-draft'

const routeOf = (portal: Portal) => (portal === 'staff' ? api.admin.profile : api.profile)

export type ProfileValues = { full_name: string; phone: string }

/** The signed-in user's profile, by each portal's own route. */
export const profileQuery = (portal: Portal, userId: string) =>
  queryOptions({
    queryKey: ['profile', portal, userId],
    queryFn: () => request(routeOf(portal).$get()),
  })

type Profile = { full_name: string; phone: string | null; version: number }

export const storedProfile = ({ full_name, phone, version }: Profile): Versioned<ProfileValues> => ({
  values: { full_name, phone: phone ?? '' },
  version,
})

export function saveProfileOptions(portal: Portal, userId: string) {
  const { queryKey } = profileQuery(portal, userId)
  return {
    mutationKey: queryKey,
    mutationFn: (save: Save<ProfileValues>) =>
      sendVersioned(`profile ${portal}`, save, storedProfile, ({ changes, version }, headers) =>
        request(routeOf(portal).$patch({ json: { ...changes, version } }, { headers })),
      ),
    onSuccess: (profile: Profile) => void queryClient.setQueryData<Profile>(queryKey, profile),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  }
}

/** Ends every session of the account and returns a new one for this browser. */
export async function updatePassword(json: { current_password: string; password: string }) {
  try {
    startSession(await endSession(() => request(api.auth.password.$post({ json }))))
  } catch (error) {
    // The response may be lost, and with it the new session.
    if (!isClientError(error)) void checkSession()
    throw error
  }
}
