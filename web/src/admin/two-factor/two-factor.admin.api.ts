import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

const route = api.admin['two-step']

const twoFactorQuery = (userId: string) =>
  queryOptions({ queryKey: ['admin', 'two-step', userId], queryFn: () => request(route.$get()) })

/** Staff's own two-step sign-in, and whether all of them need it. */
export const useTwoFactor = (userId: string) => useQuery(twoFactorQuery(userId))

function useTwoFactorMutation<Answer, Sent>(
  userId: string,
  mutationFn: (sent: Sent) => Promise<Answer>,
  outcome: MutationCallbacks<Answer, Sent>,
) {
  const client = useQueryClient()
  return useAppMutation(
    {
      mutationFn,
      onSettled: () => {
        // RequireAdmin asks again whether the rest of the portal is open, also where no live change arrives.
        void client.invalidateQueries({ queryKey: ['admin-role', userId] })
        return client.invalidateQueries(twoFactorQuery(userId))
      },
    },
    outcome as MutationCallbacks<NoInfer<Answer>, NoInfer<Sent>>,
  )
}

export type AppKey = { key: string; uri: string }
export type Codes = { recovery_codes: string[] }
export type Proof = { password: string; code: string }

export const useStartTwoFactor = (userId: string, outcome: MutationCallbacks<AppKey>) =>
  useTwoFactorMutation<AppKey, void>(userId, () => request(route.start.$post()), outcome)

export const useConfirmTwoFactor = (userId: string, outcome: MutationCallbacks<Codes, string>) =>
  useTwoFactorMutation(userId, (code: string) => request(route.confirm.$post({ json: { code } })), outcome)

export const useTurnOffTwoFactor = (userId: string, outcome: MutationCallbacks<unknown, Proof>) =>
  useTwoFactorMutation<unknown, Proof>(userId, (json) => request(route['turn-off'].$post({ json })), outcome)

export const useNewRecoveryCodes = (userId: string, outcome: MutationCallbacks<Codes, Proof>) =>
  useTwoFactorMutation(userId, (json: Proof) => request(route['recovery-codes'].$post({ json })), outcome)

export function useRequireTwoFactor(
  userId: string,
  outcome: MutationCallbacks<{ is_required: boolean }, boolean>,
) {
  const client = useQueryClient()
  const require = async (is_required: boolean) => {
    const saved = await request(route.required.$put({ json: { is_required } }, switchTimeout()))
    // The switch stays where it was put, also where reading again fails.
    client.setQueryData(twoFactorQuery(userId).queryKey, (state) => state && { ...state, ...saved })
    return saved
  }
  return useTwoFactorMutation(userId, require, outcome)
}
