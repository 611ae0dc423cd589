import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

const route = api.admin['two-factor']

const twoFactorQuery = (userId: string) =>
  queryOptions({ queryKey: ['admin', 'two-factor', userId], queryFn: () => request(route.$get()) })

/** The admin's own two-step sign-in, and whether it is required for all. */
export const useTwoFactor = (userId: string) => useQuery(twoFactorQuery(userId))

function useTwoFactorMutation<Result, Variables>(
  userId: string,
  mutationFn: (variables: Variables) => Promise<Result>,
  callbacks: MutationCallbacks<Result, Variables>,
) {
  const client = useQueryClient()
  return useAppMutation(
    {
      mutationFn,
      onSettled: () => {
        // RequireAdmin checks again whether the rest of the portal is open, even if no live update arrives.
        void client.invalidateQueries({ queryKey: ['admin-role', userId] })
        return client.invalidateQueries(twoFactorQuery(userId))
      },
    },
    callbacks as MutationCallbacks<NoInfer<Result>, NoInfer<Variables>>,
  )
}

export type AppKey = { key: string; uri: string }
export type Codes = { recovery_codes: string[] }
export type Credentials = { password: string; code: string }

export const useStartTwoFactor = (userId: string, callbacks: MutationCallbacks<AppKey>) =>
  useTwoFactorMutation<AppKey, void>(userId, () => request(route.start.$post()), callbacks)

export const useConfirmTwoFactor = (userId: string, callbacks: MutationCallbacks<Codes, string>) =>
  useTwoFactorMutation(userId, (code: string) => request(route.confirm.$post({ json: { code } })), callbacks)

export const useTurnOffTwoFactor = (userId: string, callbacks: MutationCallbacks<unknown, Credentials>) =>
  useTwoFactorMutation<unknown, Credentials>(
    userId,
    (json) => request(route['turn-off'].$post({ json })),
    callbacks,
  )

export const useNewRecoveryCodes = (userId: string, callbacks: MutationCallbacks<Codes, Credentials>) =>
  useTwoFactorMutation(
    userId,
    (json: Credentials) => request(route['recovery-codes'].$post({ json })),
    callbacks,
  )

export function useRequireTwoFactor(
  userId: string,
  callbacks: MutationCallbacks<{ is_required: boolean }, boolean>,
) {
  const client = useQueryClient()
  const require = async (is_required: boolean) => {
    const saved = await request(route.required.$put({ json: { is_required } }, switchTimeout()))
    // The switch keeps its new state even if the refetch fails.
    client.setQueryData(twoFactorQuery(userId).queryKey, (state) => state && { ...state, ...saved })
    return saved
  }
  return useTwoFactorMutation(userId, require, callbacks)
}
