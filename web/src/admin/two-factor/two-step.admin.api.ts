import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request, switchTimeout } from '../../lib/api-client'
import { type Outcome, useSending } from '../../lib/use-app-mutation'

const route = api.admin['two-step']

const twoStepQuery = (userId: string) =>
  queryOptions({ queryKey: ['admin', 'two-step', userId], queryFn: () => request(route.$get()) })

/** Staff's own two-step sign-in, and whether all of them need it. */
export const useTwoStep = (userId: string) => useQuery(twoStepQuery(userId))

function useTwoStepSending<Answer, Sent>(
  userId: string,
  mutationFn: (sent: Sent) => Promise<Answer>,
  outcome: Outcome<Answer, Sent>,
) {
  const client = useQueryClient()
  return useSending(
    {
      mutationFn,
      onSettled: () => {
        // RequireAdmin asks again whether the rest of the portal is open, also where no live change arrives.
        void client.invalidateQueries({ queryKey: ['admin-role', userId] })
        return client.invalidateQueries(twoStepQuery(userId))
      },
    },
    outcome as Outcome<NoInfer<Answer>, NoInfer<Sent>>,
  )
}

export type AppKey = { key: string; uri: string }
export type Codes = { recovery_codes: string[] }
export type Proof = { password: string; code: string }

export const useStartTwoStep = (userId: string, outcome: Outcome<AppKey>) =>
  useTwoStepSending<AppKey, void>(userId, () => request(route.start.$post()), outcome)

export const useConfirmTwoStep = (userId: string, outcome: Outcome<Codes, string>) =>
  useTwoStepSending(userId, (code: string) => request(route.confirm.$post({ json: { code } })), outcome)

export const useTurnOffTwoStep = (userId: string, outcome: Outcome<unknown, Proof>) =>
  useTwoStepSending<unknown, Proof>(userId, (json) => request(route['turn-off'].$post({ json })), outcome)

export const useNewRecoveryCodes = (userId: string, outcome: Outcome<Codes, Proof>) =>
  useTwoStepSending(userId, (json: Proof) => request(route['recovery-codes'].$post({ json })), outcome)

export function useRequireTwoStep(userId: string, outcome: Outcome<{ is_required: boolean }, boolean>) {
  const client = useQueryClient()
  const require = async (is_required: boolean) => {
    const saved = await request(route.required.$put({ json: { is_required } }, switchTimeout()))
    // The switch stays where it was put, also where reading again fails.
    client.setQueryData(twoStepQuery(userId).queryKey, (state) => state && { ...state, ...saved })
    return saved
  }
  return useTwoStepSending(userId, require, outcome)
}
