import { queryOptions } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'

/** A guest's submission by the token of the private link. In the body, so that it is in no log. */
export const guestRegistrationQuery = (secret: string) =>
  queryOptions({
    queryKey: ['guest-registration', secret],
    queryFn: () => request(api['guest-registration'].$post({ json: { secret } })),
  })

export async function createGuestCancelRequest(secret: string, text: string): Promise<void> {
  const json = { secret, text }
  try {
    const registration = await withIdempotencyKey('guest asks to cancel', json, (headers) =>
      request(api['guest-registration']['cancel-request'].$post({ json }, { headers })),
    )
    queryClient.setQueryData(['guest-registration', secret], registration)
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['guest-registration', secret] })
  }
}

export const withdrawGuestDropIn = (secret: string) =>
  withIdempotencyKey('guest withdraws', secret, (headers) =>
    request(api['guest-registration'].withdraw.$post({ json: { secret } }, { headers })),
  )

export type LinkedRegistration = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof guestRegistrationQuery>['queryFn']>>>
>
