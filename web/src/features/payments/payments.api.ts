import type { PaymentMethod } from '@aftercare/domain/balances'
import { useMutation } from '@tanstack/react-query'
import { api, request } from '../api-client'
import { PARENTS_KEY } from '../parents/parents.api'
import { queryClient } from '../query-client'
import { useRequestKey } from '../submissions/request-key'

export type NewPayment = {
  parent_id: string
  amount: string
  payment_date: string
  payment_method: PaymentMethod | ''
  submission_id: string
  notes: string
}

const refresh = () => queryClient.invalidateQueries({ queryKey: PARENTS_KEY })

/** The key makes one payment of a repeated click; mount anew for the next payment. */
export function useRecordPayment() {
  const keyOf = useRequestKey()
  return useMutation({
    mutationFn: (json: NewPayment) =>
      request(api.admin.payments.$post({ json }, { headers: { 'Idempotency-Key': keyOf(json) } })),
    onSuccess: refresh,
  })
}

export function useReversePayment() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      request(api.admin.payments[':id'].reverse.$post({ param: { id }, json: { reason } })),
    onSettled: refresh,
  })
}
