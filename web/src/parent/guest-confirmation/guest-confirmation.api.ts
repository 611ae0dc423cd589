import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'

const KEY = ['guest-confirmation'] as const
const routes = api['guest-confirmation']

/** Whether guests have to confirm their email. */
export const useGuestConfirmation = () =>
  useQuery({ queryKey: [...KEY, 'setting'], queryFn: () => request(routes.$get()) })

const linkKey = (secret: string) => [...KEY, 'link', secret] as const

/** What waits behind a link. In the body, so that the secret is in no log; nothing is confirmed by reading it. */
export const unconfirmedQuery = (secret: string) =>
  queryOptions({
    queryKey: linkKey(secret),
    queryFn: () => request(routes.preview.$post({ json: { secret } })),
    gcTime: 0,
  })

export type Unconfirmed = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof unconfirmedQuery>['queryFn']>>>
>

/** Sent again after a lost response, it is confirmed once. */
export const useConfirm = mutationHook({
  mutationKey: [...KEY],
  mutationFn: (secret: string) => request(routes.$post({ json: { secret } })),
  onSuccess: (confirmed, secret) => void queryClient.setQueryData(linkKey(secret), confirmed),
})
