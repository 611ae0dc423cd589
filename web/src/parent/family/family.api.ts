import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ignoreNotFound, request } from '../../lib/api-client'
import { useAuth } from '../../lib/auth-provider'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

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

function useFamilyMutation<Data, Variables = void>(
  name: string,
  mutationFn: (variables: Variables) => Promise<Data>,
  callbacks: MutationCallbacks<Data, Variables>,
) {
  const client = useQueryClient()
  return useAppMutation(
    {
      mutationKey: ['family', name],
      mutationFn,
      onSettled: () => client.invalidateQueries({ queryKey: ['family'] }),
    },
    callbacks,
  )
}

export const useInvite = (callbacks: MutationCallbacks<unknown, string>) =>
  useFamilyMutation(
    'invite',
    (email) => request(api.family.invitations.$post({ json: { email } })),
    callbacks,
  )

/** Mails a new link; the old one stops working. */
export const useResendInvitation = ({ id }: Invitation, callbacks: MutationCallbacks<unknown, void>) =>
  useFamilyMutation(
    `send again ${id}`,
    () => request(api.family.invitations[':id']['send-again'].$post({ param: { id } })),
    callbacks,
  )

/** Null if the invitation is not open any more: accepted, cancelled or sent again. */
export const useCancelInvitation = ({ id }: Invitation, callbacks: MutationCallbacks<Family | null, void>) =>
  useFamilyMutation(
    `cancel ${id}`,
    () => ignoreNotFound(request(api.family.invitations[':id'].$delete({ param: { id } }))),
    callbacks,
  )

export const useRemoveAdult = ({ id }: Adult, callbacks: MutationCallbacks<unknown, void>) =>
  useFamilyMutation(
    `remove ${id}`,
    () => ignoreNotFound(request(api.family.adults[':id'].$delete({ param: { id } }))),
    callbacks,
  )

export const useLeaveFamily = (callbacks: MutationCallbacks<unknown, void>) =>
  useFamilyMutation('leave', () => request(api.family.membership.$delete()), callbacks)
