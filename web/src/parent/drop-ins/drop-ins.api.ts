import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import type { AgreementText } from '@aftercare/domain/site-content/agreements'
import { useQuery } from '@tanstack/react-query'
import type { GuestPerson } from '../../features/submissions/submissions.api'
import { api, request } from '../../lib/api-client'
import { withIdempotencyKey } from '../../lib/idempotency-key'
import { logError } from '../../lib/log-error'
import { queryClient } from '../../lib/query-client'
import { mutationHook } from '../../lib/use-app-mutation'

const KEY = ['drop-in-availability'] as const

/** Today and tomorrow by the server's calendar, each with its availability, and what a drop-in costs. */
export function useDropInAvailability() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => request(api['drop-ins'].availability.$get()),
    // A page left open over midnight must not offer yesterday.
    refetchInterval: 60_000,
  })
}

export type DropInInput = { dropin_date: string; additional_notes: string; agreed: true } & (
  | { child_id: string }
  | { child_ids: string[] }
  | GuestPerson
)

/** With the fee that was shown and the text that was agreed to. */
type DropInRequest = DropInInput & { fee: number | undefined; agreement: AgreementText }

/** Sent again without a response, fee and language may be others by then: it is the same drop-in. */
const sendRequest = ({ agreement, fee, ...input }: DropInRequest) =>
  withIdempotencyKey('drop-in', input, (headers) =>
    request(api['drop-ins'].$post({ json: { ...input, fee, agreement } }, { headers })),
  )

export type DropIn = Awaited<ReturnType<typeof sendRequest>>

export const useRequestDropIn = mutationHook({
  mutationKey: ['drop-in'],
  mutationFn: sendRequest,
  onSuccess: confirmMail,
  onError: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  onSettled: () => void queryClient.invalidateQueries({ queryKey: ['submissions'] }),
})

/**
 * The email is queued with the request; this is a fallback. If it fails, the request is still stored. The specification
 * names the values; the server uses the id alone.
 */
function confirmMail(dropIn: DropIn) {
  // Mailed once the guest has confirmed.
  if ('confirm_by' in dropIn) return
  // Of several, the server finds the others.
  const confirmed = 'rows' in dropIn ? dropIn.rows[0] : dropIn
  if (!confirmed) return
  const json = {
    submission_id: confirmed.id,
    parentEmail: confirmed.guest_parent_email,
    parentName: confirmed.guest_parent_name,
    childName: confirmed.guest_child_name,
    date: confirmed.dropin_date && formatLongDate(confirmed.dropin_date),
    fee: confirmed.total_fee,
  }
  request(api.functions['send-dropin-submission-email'].$post({ json })).catch((error) => {
    logError('The confirmation mail could not be confirmed', error)
  })
}
