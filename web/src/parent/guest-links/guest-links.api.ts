import { queryOptions } from '@tanstack/react-query'
import {
  type DayValues,
  type EditableRegistration,
  editInput,
  storedDays,
} from '../../features/submissions/submissions.api'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import type { SaveOptions } from '../../lib/use-versioned-form'
import { sendVersioned } from '../../lib/versioned-draft'

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

/** With what an edit of its days needs. */
export type EditableLinked = LinkedRegistration & { edit: NonNullable<LinkedRegistration['edit']> }

/** Nobody is named, and no child on file is known. */
export const toEditable = ({ edit, ...linked }: EditableLinked): EditableRegistration => ({
  child_id: null,
  month_id: null,
  children: null,
  guest_child_name: null,
  selected_days: linked.selected_days,
  total_fee: linked.total_fee,
  day_prices: linked.day_prices,
  cancellation: linked.cancellation,
  ...edit,
})

export const saveGuestDaysOptions = (
  secret: string,
  shownFeeCents: (days: readonly number[]) => number,
): SaveOptions<LinkedRegistration, DayValues> => ({
  mutationKey: ['guest edits days', secret],
  mutationFn: (save) =>
    sendVersioned(`guest registration ${secret}`, save, storedGuestDays, (current, headers) => {
      const json = { secret, ...editInput(current, shownFeeCents) }
      return request(api['guest-registration'].$patch({ json }, { headers }))
    }),
  onSuccess: (registration) => void queryClient.setQueryData(['guest-registration', secret], registration),
  onSettled: () => queryClient.invalidateQueries({ queryKey: ['guest-registration', secret] }),
})

const storedGuestDays = ({ selected_days, edit }: LinkedRegistration) =>
  storedDays({ selected_days, version: edit?.version ?? 0 })
