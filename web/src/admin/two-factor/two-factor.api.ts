import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook } from '../../lib/use-app-mutation'

const route = api.admin['two-factor']

const twoFactorQuery = (userId: string) =>
  queryOptions({ queryKey: ['admin', 'two-factor', userId], queryFn: () => request(route.$get()) })

/** The admin's own two-step sign-in, and whether it is required for all. */
export const useTwoFactor = (userId: string) => useQuery(twoFactorQuery(userId))

function refresh(userId: string) {
  // RequireAdmin checks again whether the rest of the portal is open, even if no live update arrives.
  void queryClient.invalidateQueries({ queryKey: ['admin-role', userId] })
  return queryClient.invalidateQueries(twoFactorQuery(userId))
}

export type AppKey = { key: string; uri: string }
export type Codes = { recovery_codes: string[] }
export type Credentials = { password: string; code: string }

export const useStartTwoFactor = keyedMutationHook((userId: string) => ({
  mutationFn: () => request(route.start.$post()),
  onSettled: () => refresh(userId),
}))

export const useConfirmTwoFactor = keyedMutationHook((userId: string) => ({
  mutationFn: (code: string) => request(route.confirm.$post({ json: { code } })),
  onSettled: () => refresh(userId),
}))

export const useTurnOffTwoFactor = keyedMutationHook((userId: string) => ({
  mutationFn: (json: Credentials) => request(route['turn-off'].$post({ json })),
  onSettled: () => refresh(userId),
}))

export const useNewRecoveryCodes = keyedMutationHook((userId: string) => ({
  mutationFn: (json: Credentials) => request(route['recovery-codes'].$post({ json })),
  onSettled: () => refresh(userId),
}))

export const useRequireTwoFactor = keyedMutationHook((userId: string) => ({
  mutationFn: (is_required: boolean) =>
    request(route.required.$put({ json: { is_required } }, switchTimeout())),
  // The switch keeps its new state even if the refetch fails.
  onSuccess: (saved) =>
    void queryClient.setQueryData(
      twoFactorQuery(userId).queryKey,
      (state) => state && { ...state, ...saved },
    ),
  onSettled: () => refresh(userId),
}))
