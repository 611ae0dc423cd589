import { formatLongDate } from '@aftercare/domain/dates-format'
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

const sendRequest = ({ key, ...json }: DropInInput & { key: string }) =>
  request(api['drop-ins'].$post({ json }, { headers: { 'Idempotency-Key': key } }))

export function useRequestDropIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: sendRequest,
    onSuccess: (dropIn) => {
      void client.invalidateQueries({ queryKey: ['submissions'] })
      confirmMail(dropIn)
    },
    onError: () => void client.invalidateQueries({ queryKey: KEY }),
  })
}

type DropIn = Awaited<ReturnType<typeof sendRequest>>

/** The mail is queued with the request; this makes sure of it. Whatever happens to it, the request stands. */
function confirmMail(dropIn: DropIn) {
  const json = {
    submission_id: dropIn.id,
    parentEmail: dropIn.guest_parent_email,
    parentName: dropIn.guest_parent_name,
    childName: dropIn.guest_child_name,
    date: dropIn.dropin_date && formatLongDate(dropIn.dropin_date),
    fee: dropIn.total_fee,
  }
  request(api.functions['send-dropin-submission-email'].$post({ json })).catch((error) => {
    logFailure('The confirmation mail could not be confirmed', error)
  })
}
