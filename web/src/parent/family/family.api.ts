import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { useAuth } from '../../lib/auth-provider'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook, mutationHook } from '../../lib/use-app-mutation'

const fetchFamily = () => request(api.family.$get())

export type Family = Awaited<ReturnType<typeof fetchFamily>>
export type Adult = Family['adults'][number]
export type Invitation = Family['invitations'][number]

const familyQuery = (userId: string) => queryOptions({ queryKey: ['family', userId], queryFn: fetchFamily })

/** The adults and the open invitations of the signed-in user's family, updated live. */
export const useFamily = (userId: string) => useQuery(familyQuery(userId))

/** Whether the user joined somebody else's family; false until it is known. */
export function useIsMember(): boolean {
  const { user } = useAuth()
  const { data } = useQuery({ ...familyQuery(user?.id ?? ''), enabled: user !== null })
  return data?.adults.some(({ you, first }) => you && !first) ?? false
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['family'] })

export const useInvite = mutationHook({
  mutationKey: ['family', 'invite'],
  mutationFn: (email: string) => request(api.family.invitations.$post({ json: { email } })),
  onSettled: refresh,
})

/** Mails a new link; the old one stops working. */
export const useResendInvitation = keyedMutationHook(({ id }: Invitation) => ({
  mutationKey: ['family', 'send again', id],
  mutationFn: () => request(api.family.invitations[':id']['send-again'].$post({ param: { id } })),
  onSettled: refresh,
}))

/** Null if the invitation is not open any more: accepted, cancelled or sent again. */
export const useCancelInvitation = keyedMutationHook(({ id }: Invitation) => ({
  mutationKey: ['family', 'cancel', id],
  mutationFn: () => ignoreNotFound(request(api.family.invitations[':id'].$delete({ param: { id } }))),
  onSettled: refresh,
}))

export const useRemoveAdult = keyedMutationHook(({ id }: Adult) => ({
  mutationKey: ['family', 'remove', id],
  mutationFn: () => ignoreNotFound(request(api.family.adults[':id'].$delete({ param: { id } }))),
  onSettled: refresh,
}))

export const useLeaveFamily = mutationHook({
  mutationKey: ['family', 'leave'],
  mutationFn: () => request(api.family.membership.$delete()),
  onSettled: refresh,
})
