import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../api-client'
import { useLive } from '../live'
import { logFailure } from '../log-failure'

const KEY = ['drop-in-availability'] as const

/** Today and tomorrow by the server's calendar, each with whether aftercare can be had. */
export function useDropInDates() {
  const client = useQueryClient()
  useLive('months', () => void client.invalidateQueries({ queryKey: KEY }))
  return useQuery({
    queryKey: KEY,
    queryFn: () => request(api['drop-ins'].availability.$get()),
    select: (answer) => answer.options,
    // A page left open over midnight must not offer yesterday.
    refetchInterval: 60_000,
  })
}

export type DropInInput = { dropin_date: string; additional_notes: string; agreed: true } & (
  | { child_id: string }
  | {
      guest_parent_name: string
      guest_parent_email: string
      guest_child_name: string
      guest_child_allergies: string
    }
)

export function useRequestDropIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...json }: DropInInput & { key: string }) =>
      request(api['drop-ins'].$post({ json }, { headers: { 'Idempotency-Key': key } })),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['submissions'] })
      confirmMail(id)
    },
    onError: () => void client.invalidateQueries({ queryKey: KEY }),
  })
}

/** The mail is queued with the request; this makes sure of it. Whatever happens to it, the request stands. */
function confirmMail(submissionId: string) {
  const path = api.functions['send-dropin-submission-email']
  request(path.$post({ json: { submission_id: submissionId } })).catch((error) => {
    logFailure('The confirmation mail could not be confirmed', error)
  })
}
