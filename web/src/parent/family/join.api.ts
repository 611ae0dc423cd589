import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { type AuthResult, attempt, signIn, startSession } from '../../lib/auth-store'
import { reloadFamily } from '../../lib/reload-family'
import { mutationHook } from '../../lib/use-app-mutation'

/** The invitation of a link, for whoever is signed in. The token is in the body, so that it is in no log. */
export const invitationQuery = (token: string, userId: string | undefined) =>
  queryOptions({
    queryKey: ['join', token, userId],
    queryFn: () => request(api.join.preview.$post({ json: { token } })),
    // The link may be used or cancelled at any time: a page that is opened again asks again.
    gcTime: 0,
  })

export type InvitationPreview = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof invitationQuery>['queryFn']>>>
>

type InvitedSignUp = { token: string; full_name: string; password: string }

/** Creates the account of an invited adult, in the family that invited them. */
export const signUpByInvitation = (json: InvitedSignUp): Promise<AuthResult> =>
  attempt(async () => {
    startSession(await request(api.join['sign-up'].$post({ json })))
    reloadFamily('joined')
  })

/**
 * The same after a lost response: the account may have been created, in the family and with this password, and the
 * invitation be used up.
 */
export async function signUpAgain(email: string, json: InvitedSignUp): Promise<AuthResult> {
  const result = await signUpByInvitation(json)
  if (result.error?.code !== 'invalid-invitation') return result
  const { error } = await signIn(email, json.password)
  if (error) return result
  reloadFamily('joined')
  return { error: null }
}

/** Then the family's dashboard loads. */
export const useJoin = mutationHook({
  mutationKey: ['join'],
  mutationFn: (token: string) => request(api.join.$post({ json: { token } })),
  onSuccess: () => reloadFamily('joined'),
})
