import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

/** What a guest sent, by the secret of the private link. It travels in the body, so that no log holds it. */
export const guestRegistrationQuery = (secret: string) =>
  queryOptions({
    queryKey: ['guest-registration', secret],
    queryFn: () => request(api['guest-registration'].$post({ json: { secret } })),
  })

export type GuestRegistration = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof guestRegistrationQuery>['queryFn']>>>
>
