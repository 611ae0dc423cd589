import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'

/** A guest's submission by the token of the private link. In the body, so that it is in no log. */
export const guestRegistrationQuery = (secret: string) =>
  queryOptions({
    queryKey: ['guest-registration', secret],
    queryFn: () => request(api['guest-registration'].$post({ json: { secret } })),
  })

export type GuestRegistration = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof guestRegistrationQuery>['queryFn']>>>
>
